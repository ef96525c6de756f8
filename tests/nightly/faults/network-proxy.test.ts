import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type NetworkProxy, startNetworkProxy } from '../../support/faults/network-proxy.ts'
import { waitUntil } from '../../support/wait-until.ts'

let echo: Server
let proxy: NetworkProxy
const callers: Socket[] = []
beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => {})
    socket.pipe(socket)
  })
  await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening))
  const address = echo.address()
  proxy = await startNetworkProxy({ port: typeof address === 'object' && address ? address.port : 0 })
})
afterEach(async () => {
  for (const socket of callers.splice(0)) socket.destroy()
  await proxy.close()
  await new Promise((closed) => echo.close(closed))
})

/** Opens a client socket through the proxy. @returns it with the text that it received so far */
async function call() {
  const socket = connect(proxy.port, '127.0.0.1')
  callers.push(socket)
  const received = { text: '', ended: false }
  socket.on('data', (part) => {
    received.text += part
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    received.ended = true
  })
  socket.write('hello')
  await waitUntil('an echo', () => received.text === 'hello' || received.ended)
  return { socket, received }
}

describe('the fault proxy', () => {
  it('delivers stalled bytes in order after it was cleared', async () => {
    const { socket, received } = await call()
    await proxy.setCondition({ kind: 'stalled' })
    socket.write('-stalled')
    await proxy.setCondition({ kind: 'slow', latencyMs: 50, bytesPerSecond: 1_000 })
    await proxy.setCondition({ kind: 'clear' })
    socket.write('-after')
    await waitUntil('all bytes', () => received.text === 'hello-stalled-after')
  })

  it('adds at least its latency in each direction when slow', async () => {
    const { socket, received } = await call()
    await proxy.setCondition({ kind: 'slow', latencyMs: 100, bytesPerSecond: 1e6 })
    const startedAt = performance.now()
    socket.write('!')
    await waitUntil('the echo', () => received.text === 'hello!')
    // One latency in each direction.
    expect(performance.now() - startedAt).toBeGreaterThan(190)
  })

  it('refuses connections while away, and serves on the same port afterwards', async () => {
    const { received } = await call()
    const { port } = proxy
    await proxy.setCondition({ kind: 'away' })
    await waitUntil('the reset', () => received.ended)
    expect((await call()).received).toEqual({ text: '', ended: true })
    await proxy.setCondition({ kind: 'clear' })
    expect([(await call()).received.text, proxy.port]).toEqual(['hello', port])
  })

  it('keeps connections of a vanished peer open without an answer', async () => {
    const { socket, received } = await call()
    proxy.vanish()
    socket.write('more')
    expect((await call()).received.text).toBe('hello')
    expect(received).toEqual({ text: 'hello', ended: false })
  })
})
