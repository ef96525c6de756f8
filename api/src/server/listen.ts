import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ErrorCode } from '@propsight/shared/contracts'
import {
  answerInOrder,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type Handler,
  limitConnections,
} from './connections.ts'

const VERSIONS = new Set(['1.0', '1.1'])

/**
 * Whether a request is ambiguous (request smuggling) although Node's parser accepts it: a proxy in front of
 * this server may interpret it differently (RFC 9112 §3.2, §6.1). The parser itself refuses contradicting
 * lengths.
 */
export function isAmbiguousRequest({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  const chunkedBeforeChunks = httpVersion === '1.0' && headers['transfer-encoding'] !== undefined
  return !VERSIONS.has(httpVersion) || hosts > 1 || chunkedBeforeChunks
}

/** Timeouts for clients, in milliseconds, so that slow senders and readers do not hold resources forever. */
export interface ClientTimeouts {
  /** For all headers of a request. */
  headersMs: number
  /** For a whole request with its body. */
  requestMs: number
  /** Between two requests of a connection. */
  keepAliveMs: number
  /** Without any byte in either direction; as long as our own clients wait. */
  silenceMs: number
  /** From a request to the last byte of its response: also bounds clients that read very slowly. */
  answerMs: number
  /** Interval in which Node checks the first two. */
  checkMs: number
}
const CLIENT_TIMEOUTS: ClientTimeouts = {
  headersMs: 15_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
  silenceMs: 300_000,
  answerMs: 600_000,
  checkMs: 5_000,
}
const IDLE_CHECK_MS = 50
const MAX_HEADER_BYTES = 32 * 1024

interface Listening {
  server: Server
  port: number
  /** Passes requests to `handler` from now on. Earlier requests are answered with 503. */
  serve(handler: Handler): void
}

const refuse =
  (status: number, code: ErrorCode, message: string, headers: OutgoingHttpHeaders = {}): Handler =>
  (_req, res) => {
    res.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
      ...headers,
    })
    res.end(JSON.stringify({ error: message, message, code, requestId: 'none' }))
  }
const refuseWhileStarting = refuse(503, 'UNAVAILABLE', 'The server is starting. Try again in a moment.', {
  'retry-after': '1',
})
const refuseAmbiguousRequest = refuse(400, 'BAD_REQUEST', 'The request can be read in two ways')

/**
 * Opens the port. Called before anything else is built, since links in mails contain the port.
 * @param port 0 for any free port
 * @param changes limits that differ from the defaults: behind a proxy, and in tests
 * @throws the error of the system (EADDRINUSE, EACCES)
 */
export async function listen(
  port: number,
  host: string,
  changes: Partial<ClientTimeouts & ConnectionLimits> = {},
): Promise<Listening> {
  const limits = { ...CLIENT_TIMEOUTS, ...CONNECTION_LIMITS, ...changes }
  let handler = refuseWhileStarting
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: limits.checkMs,
    },
    answerInOrder(
      (req, res) => {
        const slow = setTimeout(() => res.destroy(), limits.answerMs)
        res.once('close', () => clearTimeout(slow))
        if (isAmbiguousRequest(req)) refuseAmbiguousRequest(req, res)
        else handler(req, res)
      },
      limits.maxUnanswered,
      (socket) => countTooMany(socket),
    ),
  )
  const countTooMany = limitConnections(server, limits)
  server.setTimeout(limits.silenceMs)
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

/** Stops accepting connections, waits for running requests, and closes what is still open after `graceMs`. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // A connection whose last response ends after this point stays open until the client or this timer closes
  // it.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(timer)
}
