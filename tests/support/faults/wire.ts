import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * How a network between two parts behaves. `clear` passes everything; `slow` delays each piece and lets so many bytes a
 * second through; `stalled` holds everything back and delivers it later, as a paused peer does; `away` resets what is
 * open and refuses what comes.
 */
export type Condition =
  | { kind: 'clear' | 'stalled' | 'away' }
  | { kind: 'slow'; latencyMs: number; bytesPerSecond: number }

export interface Wire {
  readonly port: number
  /** Connections that are open now. */
  open(): number
  become(condition: Condition): Promise<void>
  /**
   * The peer vanishes without a word, as a machine that loses its power: what is open stays open for who called and is
   * never answered again. Who connects anew is served.
   */
  vanish(): void
  close(): Promise<void>
}

const SECOND_MS = 1_000
const CLEAR: Condition = { kind: 'clear' }

/** A loopback port in front of another one that misbehaves as networks do. */
export async function startWire(target: { port: number; host?: string }): Promise<Wire> {
  const pairs = new Set<readonly [near: Socket, far: Socket]>()
  const lost = new Set<Socket>()
  /** Whose piece is on its way: the next one may not overtake it. */
  const carrying = new Set<Socket>()
  let condition: Condition = CLEAR
  let port = 0

  const pump = (from: Socket, to: Socket) => {
    /** When the last piece on its way arrives: pieces stay in order and share the bandwidth. */
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
    async become(next) {
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
        // What is still sent to the peer goes nowhere.
        near.removeAllListeners('data')
        near.on('data', () => {})
      }
    },
    async close() {
      if (condition.kind !== 'away') await unlisten()
    },
  }
}

/** The same address with the wire's port. */
export const through = (url: string, { port }: Pick<Wire, 'port'>): string => {
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  address.port = String(port)
  return address.href.replace(/\/$/, '')
}
