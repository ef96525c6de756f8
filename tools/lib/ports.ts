import { createServer } from 'node:net'

/** Whether a server can listen on the port now. */
export function portIsFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    })
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** A random first port to search from, between 20,000 and 39,999, away from the default ports. */
export const randomFirstPort = (): number => 20_000 + Math.floor(Math.random() * 20_000)

/** The first free port from `first` on, among at most `tries` ports. @throws Error when none is free */
export async function firstFreePort(first: number, host: string, tries = 50): Promise<number> {
  for (let port = first; port < first + tries && port < 65_536; port++)
    if (await portIsFree(port, host)) return port
  throw new Error(`No free port between ${first} and ${first + tries - 1}; choose one with PORT=`)
}
