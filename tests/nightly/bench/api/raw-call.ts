import { request } from 'node:http'

/** A request, for `rawCall` and for autocannon. */
export interface Call {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  /** Body as received, still compressed. */
  bytes: Buffer
}

/** Sends one request without decoding its response. @throws the error of the socket */
export function rawCall(url: string, { method, path, headers, body }: Call): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(url + path, { method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.once('error', reject)
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(answer.headers).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
          ),
          bytes: Buffer.concat(parts),
        }),
      )
    })
    call.once('error', reject)
    call.end(body)
  })
}
