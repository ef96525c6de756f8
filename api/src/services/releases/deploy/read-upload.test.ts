import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApp } from '../../../app.ts'
import { OPERATOR_KEY } from '../../../testing/deploys.ts'
import { fakeDeps } from '../../../testing/fake-deps.ts'
import { testEnv } from '../../../testing/test-env.ts'

let server: Server
beforeEach(async () => {
  server = createServer(createApp(fakeDeps({ env: testEnv({ ADMIN_KEY: OPERATOR_KEY }) })).callback())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

const BOUNDARY = 'the-boundary'
const part = (disposition: string, content: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const announced = (size: number) =>
  part(
    'name="deploy"',
    JSON.stringify({
      version: '1.0.0',
      declaration: null,
      files: [{ path: 'a.js', size, integrity: `sha384-${'A'.repeat(64)}` }],
    }),
  )

/** Sends a raw body. */
const post = (headers: Record<string, string> = {}) => {
  const { port } = server.address() as AddressInfo
  const call = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/remotes/shell/releases',
    headers: {
      authorization: `Bearer ${OPERATOR_KEY}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    },
  })
  const status = new Promise<number | undefined>((resolve, reject) => {
    call.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    call.on('error', reject)
  })
  return { call, status }
}

it.each([
  ['no content', ''],
  ['no closing boundary', announced(1) + part('name="a.js"; filename="f"', 'x')],
  ['no parts', `--${BOUNDARY}--\r\n`],
  ['no boundary', 'x'.repeat(5_000)],
  ['a part without a name', `${announced(1) + part('', 'x')}--${BOUNDARY}--`],
  ['invalid JSON', `${part('name="deploy"', '{')}--${BOUNDARY}--`],
  ['two file lists', `${announced(1)}${announced(1)}--${BOUNDARY}--`],
  ['a file twice', `${announced(1)}${part('name="a.js"; filename="f"', 'x').repeat(2)}--${BOUNDARY}--`],
  [
    'a file that differs from the list',
    `${announced(1)}${part('name="a.js"; filename="f"', 'x')}--${BOUNDARY}--`,
  ],
  ['an endless header', `--${BOUNDARY}\r\ncontent-disposition: ${'x'.repeat(100_000)}`],
])('an upload with %s is refused', async (_, body) => {
  const { call, status } = post()
  call.end(body)
  expect(await status).toBe(400)
})

it('F4 an upload above the size limit is refused, by its announced length or while it arrives', async () => {
  const large = post({ 'content-length': String(30_000_000) })
  large.call.flushHeaders()
  expect(await large.status).toBe(413)

  const endless = post({ 'transfer-encoding': 'chunked' })
  endless.call.write(announced(1))
  endless.call.end(part('name="a.js"; filename="f"', 'x'.repeat(1_000_000)))
  expect(await endless.status).toBe(400)
})

it('F4 an upload with hundreds of unlisted parts is refused', async () => {
  const { call, status } = post()
  call.end(announced(1) + part('name="x"; filename="f"', '').repeat(500))
  expect([400, 413]).toContain(await status)
})

it('the server accepts an upload after an aborted one', async () => {
  const broken = post({ 'transfer-encoding': 'chunked' })
  const arrived = once(server, 'request')
  broken.call.write(announced(1_000_000))
  const [received] = await arrived
  const closed = new Promise((resolve) => received.once('close', resolve))
  const refused = expect(broken.status).rejects.toThrow()
  broken.call.destroy()
  await Promise.all([closed, refused])
  const { call, status } = post()
  call.end('')
  expect(await status).toBe(400)
})

it.each([
  ['empty', ''],
  ['empty in quotes', '""'],
  ['too long', 'x'.repeat(71)],
  ['5,000 characters long', `"${'x'.repeat(5_000)}"`],
])('an upload with a boundary that is %s is refused', async (_, boundary) => {
  const { call, status } = post({ 'content-type': `multipart/form-data; boundary=${boundary}` })
  call.end(announced(1))
  expect(await status).toBe(400)
})

it('F4 the server accepts an upload after several were aborted in the queue', async () => {
  const begin = async () => {
    const arrived = once(server, 'request')
    const { call, status } = post({ 'transfer-encoding': 'chunked' })
    status.catch(() => undefined)
    call.write(announced(1_000_000))
    const [received] = await arrived
    return { call, closed: new Promise((resolve) => received.once('close', resolve)) }
  }
  const calls = []
  // Two uploads of one remote are read at once. The rest waits.
  for (let count = 0; count < 5; count++) calls.push(await begin())
  for (const { call, closed } of calls.reverse()) {
    call.destroy()
    await closed
  }
  const { call, status } = post()
  call.end('')
  expect(await status).toBe(400)
})
