import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Balancer, startBalancer } from '../support/cluster/balancer.ts'
import { waitUntil } from '../support/wait-until.ts'
import { exchange } from './support/raw.ts'
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
/** Hidden behind the end that one reader sees, and the other does not. */
const HIDDEN = `GET /api/admin/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_KEY}\r\nConnection: close\r\n\r\n`
const post = (headers: string, body: string) => `POST /api/loads HTTP/1.1\r\n${HEAD}${headers}\r\n${body}`

const SMUGGLED: Record<string, string> = {
  'a length and chunks': post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  'chunks and a length': post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `0\r\n\r\n${HIDDEN}`),
  'two lengths': post('Content-Length: 0\r\nContent-Length: 44\r\n', HIDDEN),
  'twice the same length': post('Content-Length: 0\r\nContent-Length: 0\r\n', HIDDEN),
  'a list of lengths': post('Content-Length: 0, 44\r\n', HIDDEN),
  'a signed length': post('Content-Length: +0\r\n', HIDDEN),
  'a negative length': post('Content-Length: -1\r\n', HIDDEN),
  'a hexadecimal length': post('Content-Length: 0x0\r\n', HIDDEN),
  'chunks, misspelt': post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`),
  'chunks, not last': post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`),
  'chunks, a space before the colon': post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  'chunks, twice': post(
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
    `0\r\n\r\n${HIDDEN}`,
  ),
  'chunks of a negative size': post('Transfer-Encoding: chunked\r\n', `-1\r\n\r\n${HIDDEN}`),
  'chunks with a line feed alone': post('Transfer-Encoding: chunked\r\n', `0\n\n${HIDDEN}`),
  'a folded header': `GET /health HTTP/1.1\r\nHost: x\r\nX-A: b\r\n Transfer-Encoding: chunked\r\n\r\n${HIDDEN}`,
  'line feeds alone': `GET /health HTTP/1.1\nHost: x\n\n${HIDDEN}`,
  'a carriage return alone': `GET /health HTTP/1.1\r\nHost: x\r\nX-A: b\rTransfer-Encoding: chunked\r\n\r\n${HIDDEN}`,
  'NUL in a header': `GET /health HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n${HIDDEN}`,
  'no host': `GET /health HTTP/1.1\r\n\r\n${HIDDEN}`,
  'two hosts': `GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${HIDDEN}`,
  'no version': `GET /health\r\n\r\n${HIDDEN}`,
  'a version of the future': `GET /health HTTP/2.0\r\nHost: x\r\n\r\n${HIDDEN}`,
  'chunks before there were chunks': `POST /api/loads HTTP/1.0\r\n${HEAD}Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\n${HIDDEN}`,
}

describe('a request that two readers read in two ways', () => {
  it.each(Object.keys(SMUGGLED))('is refused, and nothing behind it is answered: %s', async (what) => {
    const { statuses, text } = await exchange(target.url, SMUGGLED[what] ?? '')
    expect(statuses.length, text).toBeLessThanOrEqual(1)
    expect(
      statuses.every((status) => status >= 400),
      text,
    ).toBe(true)
    expect(text).not.toContain(target.owner.email)
  })

  it.each(Object.keys(SMUGGLED))('leaves nothing in a balancer’s connections: %s', async (what) => {
    await exchange(balancer.url, SMUGGLED[what] ?? '')
    // Whoever uses them next gets their own answer, and not the hidden one's.
    const next = await fetch(`${balancer.url}/api/info`)
    expect(await next.json()).toMatchObject({ name: 'propsight' })
  })

  it('of two in a row each gets its own answer, in order', async () => {
    const calls = ['/api/info', '/api/nowhere', '/ready', '/api/account/rights']
    const bytes = calls.map(
      (path, at) =>
        `GET ${path} HTTP/1.1\r\nHost: x\r\n${at === calls.length - 1 ? 'Connection: close\r\n' : ''}\r\n`,
    )
    for (const url of [target.url, balancer.url])
      expect((await exchange(url, bytes.join(''))).statuses).toEqual([200, 404, 200, 401])
  })
})

describe('what is too large', () => {
  const line = (extra: string) => `GET /api/info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${extra}\r\n`
  it.each([
    ['a header', line(`X-A: ${'a'.repeat(40_000)}\r\n`), 431],
    ['many headers', line(Array.from({ length: 3_000 }, (_, at) => `x-${at}: 1\r\n`).join('')), 431],
    ['an address', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['a cookie', line(`Cookie: ${'a=b; '.repeat(8_000)}\r\n`), 431],
    [
      'chunk extensions',
      post('Transfer-Encoding: chunked\r\n', `1;${'a'.repeat(20_000)}\r\n{\r\n0\r\n\r\n`),
      413,
    ],
    ['an announced body', post('Content-Length: 99999999999\r\n', '{'), 413],
    [
      'an announced body of the data service',
      `POST /rest/v1/my_picks HTTP/1.1\r\n${HEAD}Content-Length: 99999999999\r\n\r\n{`,
      413,
    ],
  ])('is refused: %s', async (_what, bytes, status) => {
    expect((await exchange(target.url, bytes)).statuses).toEqual([status])
  })
})
