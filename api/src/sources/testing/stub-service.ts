import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StubService {
  url: string
  /** Path and query of each request, decoded, in order. */
  readonly asked: string[]
  close(): Promise<void>
}

type Answer = (url: URL, response: ServerResponse, request: IncomingMessage) => unknown

/**
 * Starts an HTTP server for a test on an ephemeral loopback port.
 * @param answer returns a body for a 200, or ends the response itself and returns undefined
 */
export async function stubService(answer: Answer): Promise<StubService> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stub')
    asked.push(decodeURIComponent(url.pathname + url.search))
    const body = await answer(url, response, request)
    if (body === undefined) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Ends the response with a status and an error body. */
export function refuse(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): undefined {
  response.writeHead(status, headers).end(JSON.stringify({ message: 'no', messageNumber: 1 }))
}
