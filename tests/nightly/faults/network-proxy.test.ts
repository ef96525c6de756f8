import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type NetworkProxy, startNetworkProxy } from '../../support/faults/network-proxy.ts'
import { waitUntil } from '../../support/wait-until.ts'

let echo: Server
let wire: NetworkProxy
const callers: Socket[] = []
beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => {})
    socket.pipe(socket)
  })
  await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening))
  const address = echo.address()
  wire = await startNetworkProxy({ port: typeof address === 'object' && address ? address.port : 0 })
})
afterEach(async () => {
  for (const socket of callers.splice(0)) socket.destroy()
  await wire.close()
  await new Promise((closed) => echo.close(closed))
})

/** Opens a client socket through the proxy. @returns it with the text that it received so far */
async function call() {
  const socket = connect(wire.port, '127.0.0.1')
  callers.push(socket)
  const told = { text: '', ended: false }
  socket.on('data', (part) => {
    told.text += part
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    told.ended = true
  })
  socket.write('hello')
  await waitUntil('an echo', () => told.text === 'hello' || told.ended)
  return { socket, told }
}

describe('the fault proxy', () => {
  it('delivers stalled bytes in order after it was cleared', async () => {
    const { socket, told } = await call()
    await wire.setCondition({ kind: 'stalled' })
    socket.write('-held')
    await wire.setCondition({ kind: 'slow', latencyMs: 50, bytesPerSecond: 1_000 })
    await wire.setCondition({ kind: 'clear' })
    socket.write('-after')
    await waitUntil('everything', () => told.text === 'hello-held-after')
  })

  it('adds at least its latency in each direction when slow', async () => {
    const { socket, told } = await call()
    await wire.setCondition({ kind: 'slow', latencyMs: 100, bytesPerSecond: 1e6 })
    const begun = performance.now()
    socket.write('!')
    await waitUntil('the echo', () => told.text === 'hello!')
    // There and back.
    expect(performance.now() - begun).toBeGreaterThan(190)
  })

  it('refuses connections while away, and serves on the same port afterwards', async () => {
    const { told } = await call()
    const { port } = wire
    await wire.setCondition({ kind: 'away' })
    await waitUntil('the reset', () => told.ended)
    expect((await call()).told).toEqual({ text: '', ended: true })
    await wire.setCondition({ kind: 'clear' })
    expect([(await call()).told.text, wire.port]).toEqual(['hello', port])
  })

  it('keeps connections of a vanished peer open without an answer', async () => {
    const { socket, told } = await call()
    wire.vanish()
    socket.write('anybody?')
    expect((await call()).told.text).toBe('hello')
    expect(told).toEqual({ text: 'hello', ended: false })
  })
})
