import { connect, type Socket } from 'node:net'

/**
 * An attack from one address, run in a process of its own (`node flood.ts`), so that it does not share the event
 * loop of the client that is measured. Sends what its message says until the process is killed.
 */
export interface Flood {
  port: number
  /** Loopback address of the attacker. */
  address: string
  /** Bytes of one block. */
  block: string
  /** Connections that are open at the same time. */
  connections: number
  /**
   * `hold` sends one block and reads nothing. `loop` sends the next block when the response to the previous one
   * arrives. `churn` closes the connection after the first bytes and opens another one.
   */
  manner: 'hold' | 'loop' | 'churn'
  /** Time after which held connections are replaced, in milliseconds; 0 for never. */
  replaceMs: number
}

/** Pause before a refused connection is opened again, so that the attacker leaves the machine some time. */
const AGAIN_MS = 100

export function startFlood({ port, address, block, connections, manner, replaceMs }: Flood): void {
  const open = (): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address })
    socket.on('error', () => undefined)
    socket.once('close', () => setTimeout(open, AGAIN_MS))
    if (manner === 'hold') {
      socket.pause()
      if (replaceMs > 0) setTimeout(() => socket.destroy(), replaceMs)
    }
    if (manner === 'loop') socket.on('data', () => socket.writableLength === 0 && socket.write(block))
    if (manner === 'churn') socket.once('data', () => socket.destroy())
    socket.write(block)
    return socket
  }
  for (let count = 0; count < connections; count += 1) open()
}

if (process.send && process.argv[1] === import.meta.filename) {
  // A listener, because the channel then keeps the process alive: connections that are not read do not.
  process.on('message', (flood: Flood) => {
    startFlood(flood)
    process.send?.('started')
  })
}
