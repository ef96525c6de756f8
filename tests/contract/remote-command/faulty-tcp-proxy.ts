import { createServer, connect as openSocket, type Socket } from 'node:net'

/** A TCP proxy in front of the API that fails once, in the way that the test chooses. */
export interface FaultyTcpProxy {
  url: string
  /** Resolves when the fault has occurred. */
  failed: Promise<void>
  close(): Promise<void>
}

type Fault =
  /** Stalls the upload after so many bytes, until one side gives up. */
  | { kind: 'holds-upload'; afterBytes: number }
  /** The API handles the request, and the answer is dropped. */
  | { kind: 'loses-answer'; of: RegExp }

/** @param target origin of the API */
export async function startFaultyTcpProxy(target: string, fault: Fault): Promise<FaultyTcpProxy> {
  const { hostname, port } = new URL(target)
  const { promise: failed, resolve } = Promise.withResolvers<void>()
  const open = new Set<Socket>()
  let done = false

  const server = createServer((client) => {
    const api = openSocket({ host: hostname, port: Number(port) })
    let uploading = 0
    let requestLine = ''
    for (const [socket, other] of [
      [client, api],
      [api, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      requestLine = /^(?:GET|POST|PUT|DELETE) \S+/.exec(text)?.[0] ?? requestLine
      if (requestLine.startsWith('POST')) uploading += chunk.length
      if (fault.kind === 'holds-upload' && !done && uploading > fault.afterBytes) {
        done = true
        client.pause()
        resolve()
        return
      }
      api.write(chunk)
    })
    api.on('data', (chunk) => {
      if (fault.kind === 'loses-answer' && !done && fault.of.test(requestLine)) {
        done = true
        client.destroy()
        resolve()
        return
      }
      client.write(chunk)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    failed,
    close: () =>
      new Promise((closed) => {
        for (const socket of open) socket.destroy()
        server.close(() => closed())
      }),
  }
}
