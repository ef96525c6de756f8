import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Balancer, startBalancer } from '../../support/cluster/balancer.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { sendBytes } from './support/raw-connection.ts'
import { ADMIN_KEY, openTarget, type Target } from './support/target.ts'

let target: Target
let balancer: Balancer
beforeAll(async () => {
  target = await openTarget({ TRUST_PROXY: '1' })
  balancer = await startBalancer()
  await balancer.add(target.url)
  await waitUntil('the balancer', async () => (await fetch(`${balancer.url}/ready`)).ok)
}, 120_000)
afterAll(async () => {
  await balancer?.close()
  await target?.close()
}, 30_000)

const HEAD = 'Host: propsight.test\r\nContent-Type: application/json\r\n'
/** A request hidden behind an end of the first request that only one of two parsers recognizes. */
const HIDDEN = `GET /api/admin/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_KEY}\r\nConnection: close\r\n\r\n`
const post = (headers: string, body: string) => `POST /api/loads HTTP/1.1\r\n${HEAD}${headers}\r\n${body}`

const SMUGGLED: Record<string, string> = {
  'Content-Length and chunked': post(
    'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
    `0\r\n\r\n${HIDDEN}`,
  ),
  'chunked and Content-Length': post(
    'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n',
    `0\r\n\r\n${HIDDEN}`,
  ),
  'two different lengths': post('Content-Length: 0\r\nContent-Length: 44\r\n', HIDDEN),
  'the same length twice': post('Content-Length: 0\r\nContent-Length: 0\r\n', HIDDEN),
  'a list of lengths': post('Content-Length: 0, 44\r\n', HIDDEN),
  'a signed length': post('Content-Length: +0\r\n', HIDDEN),
  'a negative length': post('Content-Length: -1\r\n', HIDDEN),
  'a hexadecimal length': post('Content-Length: 0x0\r\n', HIDDEN),
  'misspelt chunked': post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`),
  'chunked that is not last': post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`),
  'a space before the colon of Transfer-Encoding': post(
    'Transfer-Encoding : chunked\r\n',
    `0\r\n\r\n${HIDDEN}`,
  ),
  'two Transfer-Encoding headers': post(
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
    `0\r\n\r\n${HIDDEN}`,
  ),
  'chunks of a negative size': post('Transfer-Encoding: chunked\r\n', `-1\r\n\r\n${HIDDEN}`),
  'chunks with bare line feeds': post('Transfer-Encoding: chunked\r\n', `0\n\n${HIDDEN}`),
  'a folded header': `GET /health HTTP/1.1\r\nHost: x\r\nX-A: b\r\n Transfer-Encoding: chunked\r\n\r\n${HIDDEN}`,
  'headers with bare line feeds': `GET /health HTTP/1.1\nHost: x\n\n${HIDDEN}`,
  'a bare carriage return': `GET /health HTTP/1.1\r\nHost: x\r\nX-A: b\rTransfer-Encoding: chunked\r\n\r\n${HIDDEN}`,
  'NUL in a header': `GET /health HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n${HIDDEN}`,
  'no Host header': `GET /health HTTP/1.1\r\n\r\n${HIDDEN}`,
  'two Host headers': `GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${HIDDEN}`,
  'no HTTP version': `GET /health\r\n\r\n${HIDDEN}`,
  'an unknown HTTP version': `GET /health HTTP/2.0\r\nHost: x\r\n\r\n${HIDDEN}`,
  'chunked in HTTP/1.0': `POST /api/loads HTTP/1.0\r\n${HEAD}Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\n${HIDDEN}`,
}

describe('an ambiguous request (request smuggling)', () => {
  it.each(Object.keys(SMUGGLED))('is refused, and its hidden request is not answered: %s', async (what) => {
    const { statuses, text } = await sendBytes(target.url, SMUGGLED[what] ?? '')
    expect(statuses.length, text).toBeLessThanOrEqual(1)
    expect(
      statuses.every((status) => status >= 400),
      text,
    ).toBe(true)
    expect(text).not.toContain(target.owner.email)
  })

  it.each(Object.keys(SMUGGLED))('does not poison the connections of a balancer: %s', async (what) => {
    await sendBytes(balancer.url, SMUGGLED[what] ?? '')
    // The next request gets its own answer, not that of the hidden request.
    const next = await fetch(`${balancer.url}/api/info`)
    expect(await next.json()).toMatchObject({ name: 'propsight' })
  })

  it('is not taken for pipelined requests, which are answered in order', async () => {
    const calls = ['/api/info', '/api/nowhere', '/ready', '/api/account/rights']
    const bytes = calls.map(
      (path, at) =>
        `GET ${path} HTTP/1.1\r\nHost: x\r\n${at === calls.length - 1 ? 'Connection: close\r\n' : ''}\r\n`,
    )
    for (const url of [target.url, balancer.url])
      expect((await sendBytes(url, bytes.join(''))).statuses).toEqual([200, 404, 200, 401])
  })
})

describe('an oversized request', () => {
  const line = (extra: string) => `GET /api/info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${extra}\r\n`
  it.each([
    ['a long header', line(`X-A: ${'a'.repeat(40_000)}\r\n`), 431],
    ['many headers', line(Array.from({ length: 3_000 }, (_, at) => `x-${at}: 1\r\n`).join('')), 431],
    ['a long URL', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['a long cookie', line(`Cookie: ${'a=b; '.repeat(8_000)}\r\n`), 431],
    [
      'long chunk extensions',
      post('Transfer-Encoding: chunked\r\n', `1;${'a'.repeat(20_000)}\r\n{\r\n0\r\n\r\n`),
      413,
    ],
    ['a large announced body', post('Content-Length: 99999999999\r\n', '{'), 413],
    [
      'a large announced body of the data service',
      `POST /rest/v1/my_picks HTTP/1.1\r\n${HEAD}Content-Length: 99999999999\r\n\r\n{`,
      413,
    ],
  ])('is refused for %s', async (_what, bytes, status) => {
    expect((await sendBytes(target.url, bytes)).statuses).toEqual([status])
  })
})
