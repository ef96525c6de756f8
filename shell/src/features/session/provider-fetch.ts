/** Fields in which the auth client looks for the error text, in this order. */
const TEXT_FIELDS = ['msg', 'message', 'error_description', 'error']

/**
 * The fetch of the Supabase client. Makes the message of a failed auth request the provider's text, or empty.
 * Without a text the client would build a message from the body (`{}`), the status, or the parser's or
 * network error. Changes the status of a rate-limited token refresh from 429 to 503. After a 429 the client
 * would end the session, although the rate limit may be caused by other users of the same IP address. After a
 * 503 it retries.
 *
 * Changes the 500 of a hosted project for a statement that took too long to 503, after which the client repeats reads.
 *
 * Refuses requests to the tables without a token while a session is stored, which the client could not renew: the
 * answer to an unknown visitor has no rows, and would look like deleted ones.
 * @param hasSession whether a session is stored in this browser
 */
export const createProviderFetch =
  (hasSession: () => boolean): typeof fetch =>
  async (url, init) => {
    if (!`${url}`.includes('/auth/v1/')) {
      const headers = new Headers(init?.headers)
      const isAnonymous = headers.get('authorization') === `Bearer ${headers.get('apikey')}`
      if (isAnonymous && hasSession()) throw new TypeError('The session could not be renewed')
      const answer = await fetch(url, init)
      const isTooSlow = answer.status === 500 && (await answer.clone().text()).includes('"57014"')
      return isTooSlow ? new Response(answer.body, { status: 503, headers: answer.headers }) : answer
    }
    const answer = await fetch(url, init).catch(() => {
      throw new TypeError('')
    })
    if (answer.ok) return answer
    const body = await answer.json().catch(() => null)
    const msg = TEXT_FIELDS.map((name) => body?.[name]).find((text) => typeof text === 'string') ?? ''
    const status = answer.status === 429 && `${url}`.endsWith('=refresh_token') ? 503 : answer.status
    return Response.json({ ...body, msg }, { status, headers: answer.headers })
  }
