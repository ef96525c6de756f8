import { createServer } from 'node:net'

/**
 * Returns the preferred loopback port when it is free, otherwise any free one.
 * @throws Error without a free port
 */
export async function freePort(wished?: number): Promise<number> {
  if (wished) {
    const port = await tryPort(wished)
    if (port) return port
  }
  const port = await tryPort(0)
  if (!port) throw new Error('there is no free port on 127.0.0.1')
  return port
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      const found = typeof address === 'object' && address ? address.port : null
      server.close(() => resolve(found))
    })
  })
}
