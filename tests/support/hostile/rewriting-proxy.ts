import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RewritingProxy {
  readonly url: string
  /** Number of rewritten responses. */
  rewritten(): number
  close(): Promise<void>
}

/** Starts a loopback proxy in front of a service that rewrites its response bodies. */
export async function startRewritingProxy(
  target: string,
  rewrite: (json: string) => string,
): Promise<RewritingProxy> {
  let count = 0
  const server = createServer(async (request, response) => {
    const answer = await fetch(target + request.url)
    count += 1
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    response.end(rewrite(await answer.text()))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rewritten: () => count,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
