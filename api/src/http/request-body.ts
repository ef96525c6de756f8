import type { IncomingMessage } from 'node:http'
import type { ApiMiddleware } from './context.ts'

const MAX_MS = 5_000

/** Reads and discards the body until it ends, or until the limit of bytes or time is reached. */
function drain(req: IncomingMessage, maxBytes: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const announced = Number(req.headers['content-length'] ?? 0)
  if (req.complete || req.destroyed || announced > maxBytes) return Promise.resolve()
  let read = 0
  const count = (chunk: Buffer) => {
    read += chunk.length
    if (read > maxBytes) resolve()
  }
  const timer = setTimeout(resolve, MAX_MS)
  for (const event of ['end', 'close', 'error'] as const) req.once(event, () => resolve())
  req.on('data', count)
  req.resume()
  return promise.finally(() => {
    clearTimeout(timer)
    req.off('data', count)
  })
}

/**
 * Reads the body of a refused upload before the error is sent. A client that is still sending when the
 * connection closes would see a broken pipe instead of the error.
 * @param maxBytes above it, the error is sent and the connection closed without reading on
 */
export const drainOnError =
  (maxBytes: number): ApiMiddleware =>
  async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      await drain(ctx.req, maxBytes)
      throw error
    }
  }

/**
 * Reads the whole body and puts it back, so that the next reader of the request gets it complete. Requires a
 * `Content-Length` that was checked before.
 * @returns null when the client disconnected before the end of the body
 */
export function peekBody(request: IncomingMessage): Promise<Buffer | null> {
  const length = Number(request.headers['content-length'] ?? 0)
  if (!(length > 0)) return Promise.resolve(Buffer.alloc(0))
  const parts: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const settle = (body: Buffer | null) => {
      request.off('readable', take).off('close', onClose)
      resolve(body)
    }
    const onClose = () => settle(null)
    const take = () => {
      for (let part: unknown = request.read(); part instanceof Buffer; part = request.read()) {
        parts.push(part)
        size += part.length
        if (size < length) continue
        const body = Buffer.concat(parts)
        // Synchronously: on the next tick the stream has ended and `unshift` fails.
        request.unshift(body)
        return settle(body)
      }
    }
    request.on('readable', take).on('close', onClose)
    if (request.destroyed) onClose()
  })
}
