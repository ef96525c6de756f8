import { request } from 'node:http'

export interface SentRequest {
  path: string
  method?: 'GET' | 'POST' | 'DELETE'
  token?: string
  headers?: Record<string, string>
  /** A JSON value, or the bytes of a body with its content type. */
  body?: object | { bytes: Uint8Array; type: string }
}

export interface ReceivedAnswer {
  status: number
  /** `Retry-After` in seconds; null without the header. */
  retryAfter: number | null
  text: string
  ms: number
}

/** Sends a request from a loopback address (127.x.y.z), so that limits by address see separate clients. */
export function sendFrom(
  address: string,
  url: string,
  { path, method = 'GET', token, headers = {}, body }: SentRequest,
): Promise<ReceivedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedAnswer>()
  const isBytes = body !== undefined && 'bytes' in body
  const bytes = isBytes ? body.bytes : body && Buffer.from(JSON.stringify(body))
  const begunMs = performance.now()
  const sent = request(
    new URL(path, url),
    {
      method,
      localAddress: address,
      headers: {
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(bytes
          ? { 'content-type': isBytes ? body.type : 'application/json', 'content-length': bytes.length }
          : {}),
      },
    },
    (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: Number.parseInt(response.headers['retry-after'] ?? '', 10) || null,
          text: Buffer.concat(parts).toString(),
          ms: performance.now() - begunMs,
        }),
      )
    },
  )
  sent.on('error', reject)
  sent.end(bytes)
  return promise
}

/** The body of an upload with one image. */
export function imageBody(image: Buffer): { bytes: Buffer; type: string } {
  const boundary = 'boundary-of-an-upload'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
  const bytes = Buffer.concat([Buffer.from(head), image, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { bytes, type: `multipart/form-data; boundary=${boundary}` }
}
