/**
 * The auth client gives a session up when its refresh is refused, also for coming too often: many people may share an
 * address. To it such an answer is a server that is away, whom it asks again.
 */
export const patientFetch: typeof fetch = async (url, init) => {
  const answer = await fetch(url, init)
  return answer.status === 429 && `${url}`.endsWith('=refresh_token')
    ? new Response(null, { status: 503 })
    : answer
}
