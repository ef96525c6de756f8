import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Behaviour of the network between two processes. `clear` passes everything; `slow` adds latency and limits
 * the bandwidth; `stalled` holds all data back and delivers it later, like a paused peer; `away` resets open
 * connections and refuses new ones.
 */
export type Condition =
  | { kind: 'clear' | 'stalled' | 'away' }
  | { kind: 'slow'; latencyMs: number; bytesPerSecond: number }

export interface NetworkProxy {
  readonly port: number
  /** Number of open connections. */
  open(): number
  setCondition(condition: Condition): Promise<void>
  /**
   * The peer disappears without closing its connections, like a machine that loses power: open connections
   * stay open on the client side and are never answered again. New connections work.
   */
  vanish(): void
  close(): Promise<void>
}

const SECOND_MS = 1_000
const CLEAR: Condition = { kind: 'clear' }

/** Starts a TCP proxy on a loopback port that simulates network faults. */
export async function startNetworkProxy(target: { port: number; host?: string }): Promise<NetworkProxy> {
  const pairs = new Set<readonly [near: Socket, far: Socket]>()
  const lost = new Set<Socket>()
  /** Sockets with a chunk in transit; they stay paused so that the next chunk cannot overtake it. */
  const carrying = new Set<Socket>()
  let condition: Condition = CLEAR
  let port = 0

  const pump = (from: Socket, to: Socket) => {
    /** Time at which the bandwidth is free again: chunks stay in order and share it. */
    let freeAt = 0
    from.on('data', (part: Buffer) => {
      if (condition.kind !== 'slow') {
        to.write(part)
        return
      }
      const now = performance.now()
      freeAt = Math.max(freeAt, now) + (part.length / condition.bytesPerSecond) * SECOND_MS
      from.pause()
      carrying.add(from)
      setTimeout(
        () => {
          carrying.delete(from)
          if (!to.destroyed && !lost.has(from)) to.write(part)
          if (condition.kind !== 'stalled' && !lost.has(from)) from.resume()
        },
        freeAt - now + condition.latencyMs,
      )
    })
  }
  const accept = (near: Socket) => {
    const far = connect(target.port, target.host ?? '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      pump(from, to)
      from.on('error', () => {})
      from.on('close', () => {
        pairs.delete(pair)
        lost.delete(from)
        if (!lost.has(to)) to.destroy()
      })
      if (condition.kind === 'stalled') from.pause()
    }
  }
  let server: Server
  const listen = () =>
    new Promise<void>((listening, failed) => {
      server = createServer(accept)
      server.once('error', failed)
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        port = typeof address === 'object' && address ? address.port : port
        listening()
      })
    })
  const unlisten = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      for (const [near, far] of pairs) {
        near.resetAndDestroy()
        far.destroy()
      }
      for (const socket of lost) socket.resetAndDestroy()
    })
  await listen()
  return {
    get port() {
      return port
    },
    open: () => pairs.size,
    async setCondition(next) {
      const before = condition.kind
      condition = next
      if (next.kind === 'away' && before !== 'away') await unlisten()
      if (next.kind !== 'away' && before === 'away') await listen()
      for (const socket of [...pairs].flat()) {
        if (next.kind === 'stalled') socket.pause()
        else if (!lost.has(socket) && !carrying.has(socket)) socket.resume()
      }
    },
    vanish() {
      for (const [near, far] of pairs) {
        lost.add(near)
        far.destroy()
        // Data sent to the peer is dropped.
        near.removeAllListeners('data')
        near.on('data', () => {})
      }
    },
    async close() {
      if (condition.kind !== 'away') await unlisten()
    },
  }
}

/** Replaces host and port of an address by those of the proxy. */
export const through = (url: string, { port }: Pick<NetworkProxy, 'port'>): string => {
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  address.port = String(port)
  return address.href.replace(/\/$/, '')
}
