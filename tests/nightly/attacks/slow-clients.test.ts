import type { createServer } from 'node:http'
import { type ClientTimeouts, closeServer, listen } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConnection } from './support/raw-connection.ts'

/** The limits of the product, divided by a hundred. */
const TIMEOUTS: ClientTimeouts = {
  headersMs: 150,
  requestMs: 300,
  keepAliveMs: 400,
  silenceMs: 600,
  answerMs: 1_000,
  checkMs: 25,
}
/** Reserve for a busy machine. */
const SLACK_MS = 5_000
const BIG_ANSWER = 64 * 1024 * 1024

let url: string
let close: () => Promise<void>
let server: ReturnType<typeof createServer>
beforeAll(async () => {
  const listening = await listen(0, '127.0.0.1', TIMEOUTS)
  listening.serve((req, res) => {
    req.resume()
    if (req.url === '/big') res.end(Buffer.alloc(BIG_ANSWER))
    else if (req.url === '/never') res.flushHeaders()
    else req.on('end', () => res.end('read'))
  })
  server = listening.server
  url = `http://127.0.0.1:${listening.port}`
  close = () => closeServer(listening.server, 0)
})
afterAll(() => close?.())

/** Time in ms until the server disconnects a client that sends `first`, and then `drip` every 40 ms. */
async function timeToDisconnect(first: string, drip: string | null): Promise<number> {
  const socket = await openConnection(url)
  const startedAt = performance.now()
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  socket.on('error', () => undefined).resume()
  socket.write(first)
  const send = () => {
    if (socket.writable && drip !== null) socket.write(drip)
  }
  const dripping = setInterval(send, 40)
  await closed
  clearInterval(dripping)
  return performance.now() - startedAt
}

describe('a slow client', () => {
  const POST = 'POST / HTTP/1.1\r\nHost: x\r\n'
  it.each([
    ['sends nothing at all', '', null, TIMEOUTS.silenceMs],
    ['sends one header at a time', 'GET / HTTP/1.1\r\n', 'x: 1\r\n', TIMEOUTS.headersMs],
    ['sends its headers byte by byte', 'G', 'E', TIMEOUTS.headersMs],
    ['sends its body byte by byte', `${POST}Content-Length: 100000\r\n\r\n`, 'x', TIMEOUTS.requestMs],
    [
      'sends its body in chunks of one byte',
      `${POST}Transfer-Encoding: chunked\r\n\r\n`,
      '1\r\nx\r\n',
      TIMEOUTS.requestMs,
    ],
    ['never ends its body', `${POST}Content-Length: 9\r\n\r\nx`, null, TIMEOUTS.requestMs],
    ['keeps an idle connection open', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', null, TIMEOUTS.keepAliveMs],
    [
      'waits for an answer that never ends',
      'GET /never HTTP/1.1\r\nHost: x\r\n\r\n',
      null,
      TIMEOUTS.answerMs,
    ],
  ])(
    'that %s is disconnected',
    async (_what, first, drip, limitMs) => {
      expect(await timeToDisconnect(first, drip)).toBeLessThan(limitMs + SLACK_MS)
    },
    15_000,
  )

  it('that does not read its answer is disconnected', async () => {
    const socket = await openConnection(url)
    socket.pause().on('error', () => undefined)
    socket.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n')
    const count = () =>
      new Promise<number>((resolve) => server.getConnections((_error, number) => resolve(number)))
    await expect.poll(count).toBe(1)
    await expect.poll(count, { timeout: TIMEOUTS.answerMs + SLACK_MS }).toBe(0)
    socket.destroy()
  }, 15_000)

  it('does not delay another client', async () => {
    const slow = await Promise.all(Array.from({ length: 200 }, () => openConnection(url)))
    for (const socket of slow)
      socket.on('error', () => undefined).write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx')
    expect(await (await fetch(url)).text()).toBe('read')
    for (const socket of slow) socket.destroy()
  })
})

it('the server of the product limits header, request, keep-alive and idle times', async () => {
  const listening = await listen(0, '127.0.0.1')
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = listening.server
  await closeServer(listening.server, 0)
  expect(headersTimeout).toBeLessThanOrEqual(15_000)
  expect(requestTimeout).toBeLessThanOrEqual(30_000)
  expect(keepAliveTimeout).toBeLessThanOrEqual(65_000)
  expect(timeout).toBeLessThanOrEqual(300_000)
})
