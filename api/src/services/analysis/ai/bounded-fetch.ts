/** Limit of a response body. Ten sentences or the rows of a picture are a few kB. */
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
 * `fetch` for a model provider. Refuses redirects, which would forward the API key, and bodies over 1 MB.
 * @throws Error as `fetch`, and for a body over 1 MB
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
