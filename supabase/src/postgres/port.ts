import { createServer } from 'node:net'

/** The wished loopback port when it is free, any free one otherwise. */
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
