import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyUpstream } from '../testing/fake-deps.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { findRedis } from '../testing/test-env.ts'

const KEY = `key-${randomUUID()}`
const redisUrl = await findRedis()
let api: TestApi
beforeAll(async () => {
  if (!redisUrl) return
  api = await startTestApi({
    instances: 2,
    redisUrl,
    upstream: emptyUpstream,
    // The proxy setting gives every test an address that Redis has not counted yet.
    env: { RATE_LIMITS: 'on', ADMIN_KEY: KEY, TRUST_PROXY: '1' },
  })
})
afterAll(() => api?.close())

const newAddress = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
const newEmail = () => `u-${randomUUID()}@example.com`
/** Calls alternate between the instances. */
let turn = 0
const send = (path: string, body: unknown, address: string, headers: Record<string, string> = {}) => {
  const url = api.urls[turn % 2]
  turn += 1
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: api.publishableKey,
      'x-forwarded-for': address,
      ...headers,
    },
    body: JSON.stringify(body),
  })
}
const statuses = async (calls: number, attempt: (call: number) => Promise<Response>) => {
  const seen: number[] = []
  for (let call = 0; call < calls; call += 1) seen.push((await attempt(call)).status)
  return seen
}
const used = (status: number, points: number, more = 2) => [
  ...Array<number>(points).fill(status),
  ...Array<number>(more).fill(429),
]

describe.skipIf(!redisUrl)('limits that two instances share through Redis', () => {
  const adult = { dateOfBirth: '1990-01-31', code: 'NO-SUCH-CODE' }
  const calls: [string, string, number, number, (email: string) => object][] = [
    ['A4 email-exists', '/api/access/email-exists', 10, 200, (email) => ({ email })],
    ['A5 reserve', '/api/access/reserve', 10, 400, (email) => ({ email, ...adult })],
    [
      'A1 sign-in',
      '/auth/v1/token?grant_type=password',
      30,
      400,
      (email) => ({ email, password: 'not-this-one' }),
    ],
  ]

  it.each(calls)(
    '%s: counted per client address, whichever account is named',
    async (_, path, points, status, body) => {
      const address = newAddress()
      const seen = await statuses(points + 2, () => send(path, body(newEmail()), address))
      expect(seen).toEqual(used(status, points))
      const last = await send(path, body(newEmail()), address)
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
      // A /64 network counts as one client. The next /64 is another client.
      expect((await send(path, body(newEmail()), address.replace('::1', '::2'))).status).toBe(429)
      expect((await send(path, body(newEmail()), newAddress())).status).toBe(status)
    },
  )

  it.each(calls)('%s: an account under attack allows a new address five calls', async (...call) => {
    const [, path, , status, body] = call
    const email = newEmail()
    const attackers = await statuses(10, (at) =>
      send(path, body(at % 3 === 0 ? email.toUpperCase() : ` ${email}`), newAddress()),
    )
    expect(attackers).toEqual(used(status, 10, 0))
    const address = newAddress()
    expect(await statuses(7, () => send(path, body(email), address))).toEqual(used(status, 5))
    expect((await send(path, body(newEmail()), newAddress())).status).toBe(status)
  })

  it('D1 the admin key: five wrong attempts lock the address for 15 minutes, as body and as bearer key alike', async () => {
    const address = newAddress()
    const shown = (key: string, call: number) =>
      call % 2 === 0
        ? send('/api/admin/session', { key }, address)
        : send('/api/access/create', {}, address, { authorization: `Bearer ${key}` })
    const seen = await statuses(5, (call) => shown(`wrong-${randomUUID()}`, call))
    expect(seen).toEqual(Array<number>(5).fill(401))
    for (const call of [0, 1, 2, 3]) {
      const locked = await shown(KEY, call)
      expect(locked.status).toBe(429)
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    }
    expect((await send('/api/admin/session', { key: KEY }, newAddress())).status).toBe(200)
  })

  it('D1 the admin key: a hundred parallel wrong attempts count as at most six guesses', async () => {
    const address = newAddress()
    const seen = await Promise.all(
      Array.from({ length: 100 }, () => send('/api/admin/session', { key: randomUUID() }, address)),
    )
    const guesses = seen.filter(({ status }) => status === 401).length
    // One attempt more passes when both instances check the last one at the same moment.
    expect(guesses).toBeGreaterThanOrEqual(5)
    expect(guesses).toBeLessThanOrEqual(6)
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([401, 429]))
    const right = await Promise.all(
      Array.from({ length: 40 }, () => send('/api/admin/session', { key: KEY }, newAddress())),
    )
    expect(right.every(({ ok }) => ok)).toBe(true)
  })

  it('D1 an admin session that one instance began is valid on the other', async () => {
    const address = newAddress()
    const begun = await send('/api/admin/session', { key: KEY }, address)
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    for (const url of api.urls) {
      const who = await fetch(`${url}/api/admin/session`, {
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address },
      })
      expect(who.status).toBe(200)
    }
  })
})
