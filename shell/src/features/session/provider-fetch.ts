/** Where the auth client looks for the text of a failure, in its order. */
const TEXT_FIELDS = ['msg', 'message', 'error_description', 'error']

/**
 * Gives a failed answer without a text an empty one. Without any, the auth client makes a message of its own from the
 * body (`{}`), the status, or the parser's error.
 */
async function withText(answer: Response): Promise<Response> {
  const body = await answer
    .clone()
    .json()
    .catch(() => null)
  if (TEXT_FIELDS.some((name) => typeof body?.[name] === 'string')) return answer
  return Response.json({ ...body, msg: '' }, answer)
}

/**
 * The fetch of the Supabase client. The message of a failed auth call is the provider's text, or empty.
 * A refresh that is refused for coming too often (429) becomes 503: the client would end the session, although many
 * users may share the address. After a 503 it tries again.
 */
export const providerFetch: typeof fetch = async (url, init) => {
  const address = `${url}`
  if (!address.includes('/auth/v1/')) return fetch(url, init)
  const answer = await fetch(url, init).catch((cause: unknown) => {
    throw new TypeError('', { cause })
  })
  if (answer.status === 429 && address.endsWith('=refresh_token')) return new Response(null, { status: 503 })
  return answer.status < 400 ? answer : withText(answer)
}
