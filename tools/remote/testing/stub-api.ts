import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StubApi {
  url: string
  /** The requests so far: method, path, authorization header and body. */
  requests: { method: string; path: string; authorization: string | undefined; body: string }[]
  close(): Promise<void>
}

type Answer = (request: IncomingMessage, response: ServerResponse, requestNumber: number) => void

/** A server with scripted answers; `requestNumber` is the number of the request, from 1. */
export async function stubApi(answer: Answer): Promise<StubApi> {
  const requests: StubApi['requests'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body: Buffer.concat(chunks).toString(),
      })
      answer(request, response, requests.length)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/** Answers with one JSON body. */
export const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
