import type { IncomingMessage } from 'node:http'

/**
 * Reads the whole body and puts it back, so that the next reader of the request gets it complete. Requires a
 * `Content-Length` that was checked before.
 * @returns null when the client disconnected before the end of the body
 */
export function peekBody(request: IncomingMessage): Promise<Buffer | null> {
  const wanted = Number(request.headers['content-length'] ?? 0)
  if (!(wanted > 0)) return Promise.resolve(Buffer.alloc(0))
  const parts: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const settle = (body: Buffer | null) => {
      request.off('readable', take).off('close', gone)
      resolve(body)
    }
    const gone = () => settle(null)
    const take = () => {
      for (let part: unknown = request.read(); part instanceof Buffer; part = request.read()) {
        parts.push(part)
        size += part.length
        if (size < wanted) continue
        const body = Buffer.concat(parts)
        // Synchronously: on the next tick the stream has ended and `unshift` fails.
        request.unshift(body)
        return settle(body)
      }
    }
    request.on('readable', take).on('close', gone)
    if (request.destroyed) gone()
  })
}
