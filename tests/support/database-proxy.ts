import { connect, createServer, type Socket } from 'node:net'

/**
 * A database's loopback address that misbehaves on demand, as a dying machine or network would.
 * `reset` ends every connection with a reset in the middle of whatever it does; while `silent`, nothing passes in
 * either direction, and new connections are taken but never answered.
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
      // What was swallowed cannot be sent later: such a connection is of no more use.
      if (!on) reset()
    },
    async close() {
      reset()
      await new Promise((closed) => server.close(closed))
    },
  }
}
