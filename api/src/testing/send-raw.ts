import { request } from 'node:http'

/** Time limit of every test request, in milliseconds. */
export const DEADLINE_MS = 20_000

export interface RawRequest {
  method: string
  /** Path exactly as sent: dots, doubled slashes and encodings are not normalized. */
  path: string
  headers?: Record<string, string>
  body?: string | Buffer | null
}

export interface RawResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends a request without any normalization. @throws on a timeout or a broken connection */
export const sendRaw = (
  url: string,
  { method, path, headers = {}, body = null }: RawRequest,
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const call = request(
      {
        hostname,
        port,
        method,
        path,
        headers: { ...headers, ...length },
        signal: AbortSignal.timeout(DEADLINE_MS),
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    call.on('error', reject)
    call.end(body ?? undefined)
  })
