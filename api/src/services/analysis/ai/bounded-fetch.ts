/** Ten sentences and a picture's rows are a few kB; whoever sends more is not read to the end. */
const MOST_BYTES = 1024 * 1024

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MOST_BYTES) throw new Error('the provider answered more than 1 MB')
    parts.push(part)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

/**
 * `fetch` for a provider: follows no redirect (the key would go along), and reads a bounded answer.
 * @throws as `fetch` does, and for an answer over 1 MB
 */
export async function boundedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  const body = await readBounded(response)
  return new Response(response.status === 204 ? null : body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
}
