import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { extname, join, normalize, resolve, sep } from 'node:path'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface StaticServer {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  url: string
  port: number
  /**
   * Stops immediately and closes open connections. `startStaticServer({ port })` reopens the same address.
   */
  stop(): Promise<void>
}

export interface StaticServerOptions {
  /** The folder served at `/`. */
  folder: string
  /** Default: a free port. */
  port?: number
  /** Called before a file is served. @returns true if it answered the request */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>
}

/**
 * Starts a second origin for bundles, like an object store behind a CDN: files with open CORS, never cached.
 */
export async function startStaticServer({
  folder,
  port = 0,
  intercept,
}: StaticServerOptions): Promise<StaticServer> {
  const root = resolve(folder)
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (await intercept?.(request, response)) return
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname)
    const file = join(root, normalize(path))
    const found = file.startsWith(root + sep) && (await stat(file).catch(() => null))?.isFile()
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    response.setHeader('cache-control', 'no-store')
    if (!found) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    createReadStream(file).pipe(response)
  }
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', listening)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
