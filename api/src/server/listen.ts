import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ErrorCode } from '@propsight/shared/contracts'
import { addressKeys, NETWORK_SHARE } from '../platform/address-keys.ts'

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/** Limits on connections. Together they bound what clients can make the process hold in memory. */
interface ConnectionLimits {
  /** Requests of one connection without a complete response. The connection of a client that sends more ends. */
  maxUnanswered: number
  /** Open connections of all clients together. */
  maxConnections: number
  /** Open connections of one address. An IPv6 /48 may have ten times as many. */
  maxPerAddress: number
  /** New connections of one address within `windowMs`. An IPv6 /48 may have ten times as many. */
  maxNewPerAddress: number
  windowMs: number
}

/**
 * Browsers do not pipeline, and open at most six connections per origin. An address may be the gateway of an
 * office. Each waiting request may hold 32 kB of headers. `maxConnections` idle connections fit into the
 * recommended 1.5 GB.
 */
const CONNECTION_LIMITS: ConnectionLimits = {
  maxUnanswered: 8,
  maxConnections: 8_192,
  maxPerAddress: 256,
  maxNewPerAddress: 1_000,
  windowMs: 10_000,
}

/** Behind a proxy all connections have its address. The proxy limits the connections of its clients. */
export const NO_ADDRESS_LIMITS: Partial<ConnectionLimits> = {
  maxPerAddress: Number.POSITIVE_INFINITY,
  maxNewPerAddress: Number.POSITIVE_INFINITY,
}

/** Answer of a request callback to Node's parser: what follows is another protocol and is not parsed (an upgrade). */
const STOP_PARSING = 2

/**
 * Ends the parsing of the received block, which may have two thousand requests of 40 µs each: destroying the socket
 * alone does not end it. Node has no public function for this. Its own HTTP server sets the same property for each
 * connection, and resets it before it reuses the parser; without the property, only time is lost.
 */
function stopParsing(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser')
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => STOP_PARSING)
}

/**
 * Handles the requests of a connection one after the other. Node's parser reports every request of a received
 * block at once (a thousand short ones in 64 kB), and each would hold memory and files until its response can
 * be written. A connection with too many unanswered requests is closed: RFC 9112 §9.3.2 lets clients repeat
 * the unanswered ones.
 * @param onTooMany called before such a connection is closed
 */
function answerInOrder(
  handle: Handler,
  maxUnanswered: number,
  onTooMany: (socket: Socket) => void = () => undefined,
): Handler {
  const waiting = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>()
  const start = (socket: Socket, req: IncomingMessage, res: ServerResponse): void => {
    res.once('close', () => {
      const next = waiting.get(socket)?.shift()
      // A response without a socket cannot be written any more: the previous one ended the connection.
      if (!next?.[1].socket || socket.destroyed) waiting.delete(socket)
      else start(socket, ...next)
    })
    handle(req, res)
  }
  return (req, res) => {
    const { socket } = req
    const queue = waiting.get(socket)
    // The rest of a block that was already parsed when the connection was closed.
    if (socket.destroyed) return
    if (!queue) {
      waiting.set(socket, [])
      start(socket, req, res)
    } else if (queue.length + 1 < maxUnanswered) queue.push([req, res])
    else {
      waiting.delete(socket)
      stopParsing(socket)
      onTooMany(socket)
      socket.destroy()
    }
  }
}

/**
 * What a connection that was closed for its unanswered requests counts as, in new connections: as much as the
 * parsed block cost.
 */
const TOO_MANY_COSTS = 50

/**
 * Closes connections above the limits as soon as they are accepted, before anything is read from them.
 * @returns a function that counts the requests of a connection that had too many of them
 */
export function limitConnections(server: Server, limits: ConnectionLimits): (socket: Socket) => void {
  server.maxConnections = limits.maxConnections
  const open = new Map<string, number>()
  let created = new Map<string, number>()
  let windowEnd = 0
  const add = (counts: Map<string, number>, key: string, more: number): void => {
    const count = (counts.get(key) ?? 0) + more
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  server.on('connection', (socket: Socket) => {
    const keys = addressKeys(socket.remoteAddress ?? '')
    const now = performance.now()
    if (now >= windowEnd) {
      created = new Map()
      windowEnd = now + limits.windowMs
    }
    const isOver = keys.some((key, index) => {
      const share = index === 0 ? 1 : NETWORK_SHARE
      const isFull = (open.get(key) ?? 0) >= limits.maxPerAddress * share
      return isFull || (created.get(key) ?? 0) >= limits.maxNewPerAddress * share
    })
    for (const key of keys) add(created, key, 1)
    if (isOver) {
      socket.destroy()
      return
    }
    for (const key of keys) add(open, key, 1)
    socket.once('close', () => {
      for (const key of keys) add(open, key, -1)
    })
  })
  return (socket) => {
    for (const key of addressKeys(socket.remoteAddress ?? '')) add(created, key, TOO_MANY_COSTS)
  }
}

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
