import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeServer, limitConnections, listen } from './listen.ts'

const LIMITS = {
  maxUnanswered: 4,
  maxConnections: 6,
  maxPerAddress: 3,
  maxNewPerAddress: 5,
  windowMs: 60_000,
}
const REQUEST = 'GET /$ HTTP/1.1\r\nHost: x\r\n\r\n'
const requests = (count: number) =>
  Array.from({ length: count }, (_, at) => REQUEST.replace('$', String(at))).join('')

let listening: Awaited<ReturnType<typeof listen>>
/** Requests that were passed to the handler and have no response yet. */
let handled: { req: IncomingMessage; res: ServerResponse }[]
const sockets: Socket[] = []

beforeEach(async () => {
  handled = []
  listening = await listen(0, '127.0.0.1', LIMITS)
  listening.serve((req, res) => handled.push({ req, res }))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await closeServer(listening.server, 0)
})

/** Opens a connection from a loopback address. `closed` resolves when the server ends it. */
function open(localAddress = '127.0.0.1') {
  const socket = connect({ port: listening.port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  const received = { text: '' }
  socket.on('error', () => undefined)
  socket.on('data', (part) => {
    received.text += String(part)
  })
  const closed = new Promise<true>((resolve) => socket.once('close', () => resolve(true)))
  return { socket, received, closed }
}
const answer = (body: string) => handled.shift()?.res.end(body)
const paths = () => handled.map(({ req }) => req.url)

describe('the requests of one connection', () => {
  it('are handled one after the other, in order', async () => {
    const { socket, received } = open()
    socket.write(requests(4))
    await expect.poll(paths).toEqual(['/0'])
    for (const at of [0, 1, 2, 3]) {
      await expect.poll(paths).toEqual([`/${at}`])
      answer(`answer ${at}`)
    }
    await expect
      .poll(() => received.text.match(/answer \d/g))
      .toEqual([0, 1, 2, 3].map((at) => `answer ${at}`))
  })

  it('that arrive while an earlier one waits, in another block, are handled after it', async () => {
    const { socket } = open()
    socket.write(requests(2))
    await expect.poll(paths).toEqual(['/0'])
    socket.write(REQUEST.replace('$', 'later'))
    answer('first')
    await expect.poll(paths).toEqual(['/1'])
    answer('second')
    await expect.poll(paths).toEqual(['/later'])
  })

  it('end the connection when too many have no response, and at most one of them was handled', async () => {
    let parsed = 0
    listening.server.on('request', () => {
      parsed += 1
    })
    const { socket, closed } = open()
    socket.write(requests(2_000))
    expect(await closed).toBe(true)
    expect(paths()).toEqual(['/0'])
    // The rest of the block was not parsed: two thousand requests would take a tenth of a second.
    expect(parsed).toBe(LIMITS.maxUnanswered + 1)
    // The address gets no new connection in this window; another address is served.
    expect(await open().closed).toBe(true)
    open('127.0.0.9').socket.write(REQUEST.replace('$', 'next'))
    await expect.poll(paths).toEqual(['/0', '/next'])
  })

  it('are dropped when the client disconnects, and when a response ends the connection', async () => {
    const left = open()
    left.socket.write(requests(3))
    await expect.poll(paths).toEqual(['/0'])
    left.socket.destroy()
    await expect.poll(() => handled[0]?.res.closed).toBe(true)
    const ended = open()
    ended.socket.write(requests(3))
    await expect.poll(() => handled.length).toBe(2)
    handled[1]?.res.setHeader('connection', 'close').end('last')
    expect(await ended.closed).toBe(true)
    expect(paths()).toEqual(['/0', '/0'])
  })

  it('do not wait for the requests of another connection', async () => {
    open().socket.write(requests(2))
    await expect.poll(paths).toEqual(['/0'])
    open().socket.write(REQUEST.replace('$', 'other'))
    await expect.poll(paths).toEqual(['/0', '/other'])
  })
})

describe('connections of an IPv6 /48', () => {
  const LOW = { ...LIMITS, maxConnections: 1_000, maxPerAddress: 2, maxNewPerAddress: 3 }
  /** A server that reports connections from addresses which this machine does not have. */
  function fakeServer() {
    const server = new EventEmitter()
    limitConnections(server as Server, LOW)
    return (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false, destroy: () => {} })
      socket.destroy = () => {
        socket.destroyed = true
        socket.emit('close')
      }
      server.emit('connection', socket)
      return socket
    }
  }
  const inNetwork = (at: number) => `2001:db8:7:${at.toString(16)}::1`

  it('are bounded to ten times those of one address, open and new ones', () => {
    const connectFrom = fakeServer()
    const open = Array.from({ length: 20 }, (_, at) => connectFrom(inNetwork(at)))
    expect(open.some(({ destroyed }) => destroyed)).toBe(false)
    expect(connectFrom(inNetwork(20)).destroyed).toBe(true)
    expect(connectFrom('2001:db8:8::1').destroyed).toBe(false)
    open[0]?.destroy()
    expect(connectFrom(inNetwork(21)).destroyed).toBe(false)
    for (const socket of open) socket.destroy()
    const later = Array.from({ length: 10 }, (_, at) => connectFrom(inNetwork(100 + at)).destroyed)
    expect(later).toEqual([...Array<boolean>(8).fill(false), true, true])
  })
})

describe('connections', () => {
  const isServed = async (address: string) => {
    const { socket, received, closed } = open(address)
    socket.write(REQUEST.replace('$', 'open'))
    const at = handled.length
    const arrived = expect.poll(() => handled.length > at).toBe(true)
    const served = await Promise.race([arrived.then(() => true), closed.then(() => false)])
    if (served) handled.at(-1)?.res.end('served')
    if (served) await expect.poll(() => received.text).toContain('served')
    return { served, socket, closed }
  }

  it('of one address are bounded, and other addresses are served', async () => {
    const own = []
    for (let at = 0; at < LIMITS.maxPerAddress; at += 1) own.push(await isServed('127.0.0.2'))
    expect(own.map(({ served }) => served)).toEqual([true, true, true])
    expect((await isServed('127.0.0.2')).served).toBe(false)
    expect((await isServed('127.0.0.3')).served).toBe(true)
    own[0]?.socket.destroy()
    await own[0]?.closed
    await expect.poll(async () => (await isServed('127.0.0.2')).served).toBe(true)
  })

  it('of one address are bounded within a window, also when each is closed at once', async () => {
    const served = []
    for (let at = 0; at < LIMITS.maxNewPerAddress + 2; at += 1) {
      const connection = await isServed('127.0.0.4')
      connection.socket.destroy()
      await connection.closed
      served.push(connection.served)
    }
    expect(served).toEqual([true, true, true, true, true, false, false])
    expect((await isServed('127.0.0.5')).served).toBe(true)
  })

  it('of all addresses together are bounded', async () => {
    for (let at = 0; at < LIMITS.maxConnections; at += 1)
      expect((await isServed(`127.0.1.${at + 1}`)).served).toBe(true)
    expect((await isServed('127.0.2.1')).served).toBe(false)
  })
})
