import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressKeys, NETWORK_SHARE } from '../platform/address-keys.ts'

export type Handler = (req: IncomingMessage, res: ServerResponse) => void

/** Limits on connections. Together they bound what clients can make the process hold in memory. */
export interface ConnectionLimits {
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
export const CONNECTION_LIMITS: ConnectionLimits = {
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
export function answerInOrder(
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
