import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Headers and body must arrive within these, or the connection is closed: slow senders hold nothing for long. */
const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** A connection on which nothing moved for as long as our clients wait is given up: who reads no answer holds none. */
const SILENCE_TIMEOUT_MS = 300_000
const IDLE_CHECK_MS = 50
const MAX_HEADER_BYTES = 32 * 1024
const CHECK_INTERVAL_MS = 5_000

type Handler = (req: IncomingMessage, res: ServerResponse) => void

interface Listening {
  server: Server
  port: number
  /** From now on requests go to `handler`; until then they are told to come back. */
  serve(handler: Handler): void
}

const notYet: Handler = (_req, res) => {
  const message = 'The server is starting. Try again in a moment.'
  res.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    connection: 'close',
  })
  res.end(JSON.stringify({ error: message, message, code: 'UNAVAILABLE', requestId: 'starting' }))
}

/**
 * Listens before anything else is built, since links in mails need the port.
 * @param port 0 for any free one
 * @throws the system's error (EADDRINUSE, EACCES)
 */
export async function listen(port: number, host: string): Promise<Listening> {
  let handler = notYet
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    (req, res) => handler(req, res),
  )
  server.setTimeout(SILENCE_TIMEOUT_MS)
  const bound = Promise.withResolvers<void>()
  server.once('error', bound.reject)
  server.listen(port, host, bound.resolve)
  await bound.promise
  return {
    server,
    port: (server.address() as AddressInfo).port,
    serve: (next) => {
      handler = next
    },
  }
}

/** Stops accepting, lets what is under way finish, and cuts off what is still open after `graceMs`. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // A connection whose last answer ends from now on is kept alive by its client: nobody else would close it.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(timer)
}
