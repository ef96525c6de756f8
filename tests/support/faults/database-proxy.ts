import { connect, createServer, type Socket } from 'node:net'

/**
 * Starts a TCP proxy in front of a database that simulates a failing machine or network.
 * `reset` ends every connection with a TCP reset. While silent, no data passes in either direction, and new
 * connections are accepted but never answered.
 */
export async function databaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const pairs = new Set<[Socket, Socket]>()
  let silent = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near]] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
      from.on('data', (part) => {
        if (!silent) to.write(part)
      })
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.port = String(typeof address === 'object' ? address?.port : '')
  const reset = () => {
    for (const [near] of pairs) near.resetAndDestroy()
  }
  return {
    url: url.href,
    reset,
    silence(on: boolean) {
      silent = on
      // The data dropped while silent is lost, so these connections cannot continue.
      if (!on) reset()
    },
    async close() {
      reset()
      await new Promise((closed) => server.close(closed))
    },
  }
}
