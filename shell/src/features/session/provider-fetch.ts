/** Where the auth client looks for the text of a failure, in its order. */
const TEXT_FIELDS = ['msg', 'message', 'error_description', 'error']

/**
 * The fetch of the Supabase client. The message of a failed auth call is the provider's text, or empty: without a text
 * the client makes one of its own from the body (`{}`), the status, or the error of the parser or the network.
 * A refresh that is refused for coming too often (429) becomes 503: the client would end the session, although many
 * users may share the address. After a 503 it tries again.
 */
export const providerFetch: typeof fetch = async (url, init) => {
  if (!`${url}`.includes('/auth/v1/')) return fetch(url, init)
  const answer = await fetch(url, init).catch(() => {
    throw new TypeError('')
  })
  if (answer.ok) return answer
  const body = await answer.json().catch(() => null)
  const msg = TEXT_FIELDS.map((name) => body?.[name]).find((text) => typeof text === 'string') ?? ''
  const status = answer.status === 429 && `${url}`.endsWith('=refresh_token') ? 503 : answer.status
  return Response.json({ ...body, msg }, { status, headers: answer.headers })
}
