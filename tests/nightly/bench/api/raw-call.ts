import { request } from 'node:http'

/** A call as autocannon repeats it, and as it is made once by hand. */
export interface Call {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  /** As they came: still compressed. */
  bytes: Buffer
}

/** One call whose answer is not decoded. @throws the socket's error */
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
