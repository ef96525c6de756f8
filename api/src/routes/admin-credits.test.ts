import { randomUUID } from 'node:crypto'
import { creditsResponse, ledgerResponse } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, OPERATOR_KEY } from '../testing/deploys.ts'
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts'

let api: TestApi
let user: TestUser
beforeAll(async () => {
  api = await startTestApi({ env: { ADMIN_KEY: OPERATOR_KEY } })
  user = await api.createUser()
})
afterAll(() => api?.close())

const read = async (path: string, key = OPERATOR_KEY) => call(api.url, 'GET', path, { key })
const send = async (path: string, body: object, key = OPERATOR_KEY) =>
  call(api.url, 'POST', path, { key, body })
const ledger = async (id: string, query = '') =>
  ledgerResponse.parse((await read(`/api/admin/users/${id}/ledger?${query}`)).body)
const adjustment = (userId: string, delta = 5) => ({
  userId,
  delta,
  reason: 'they asked',
  idempotencyKey: randomUUID(),
})

describe('D1 credit administration', () => {
  it('adjusts credits once per idempotency key and records the reason in the ledger', async () => {
    const own = await api.createUser()
    const change = adjustment(own.id, 7)
    for (let twice = 0; twice < 2; twice += 1) {
      const { status, body } = await send('/api/admin/adjust-credits', change)
      expect([status, creditsResponse.parse(body)]).toEqual([200, { credits: 27 }])
    }
    const { entries, next } = await ledger(own.id, 'limit=1')
    expect(entries).toMatchObject([{ delta: 7, balanceAfter: 27, reason: 'adjustment', note: 'they asked' }])
    expect(next).not.toBeNull()
    const rest = await ledger(own.id, `after=${next}`)
    expect(rest).toMatchObject({ entries: [{ delta: 20, reason: 'welcome', note: null }], next: null })
    const poor = await send('/api/admin/adjust-credits', adjustment(own.id, -28))
    expect([poor.status, poor.body]).toEqual([
      409,
      expect.objectContaining({ message: 'Not enough credits', code: 'CONFLICT' }),
    ])
  })

  it.each([
    ['an unknown account', 'adjust-credits', adjustment(randomUUID()), 404],
    ['an invalid id', 'adjust-credits', adjustment('me'), 400],
    ['an amount of zero', 'adjust-credits', adjustment(randomUUID(), 0), 400],
    ['an amount above the maximum', 'adjust-credits', adjustment(randomUUID(), 100_001), 400],
    ['a short reason', 'refund-run', { runId: randomUUID(), reason: ' a ' }, 400],
    ['an unknown run', 'refund-run', { runId: randomUUID(), reason: 'because' }, 404],
    ['an unknown plan', 'set-plan', { userId: randomUUID(), plan: 'gold', reason: 'because' }, 400],
  ])('refuses a change with %s', async (_, path, body, status) => {
    expect((await send(`/api/admin/${path}`, body)).status).toBe(status)
  })

  it.each(['after=nonsense', 'limit=0', 'limit=201', 'limit=a', 'page=2'])(
    'refuses the query %s',
    async (query) => {
      expect((await read(`/api/admin/users?${query}`)).status).toBe(400)
      expect((await read(`/api/admin/users/${user.id}/ledger?${query}`)).status).toBe(400)
    },
  )
})

describe('users without the admin role', () => {
  const calls: [string, string, object | null][] = [
    ['GET', '/api/admin/users', null],
    ['GET', `/api/admin/users/${randomUUID()}/ledger`, null],
    ['POST', '/api/admin/adjust-credits', adjustment(randomUUID())],
    ['POST', '/api/admin/refund-run', { runId: randomUUID(), reason: 'because' }],
    ['POST', '/api/admin/set-plan', { userId: randomUUID(), plan: 'premium', reason: 'because' }],
  ]
  it.each(calls)('are refused %s %s with 403, and visitors with 401', async (method, path, body) => {
    const request = body === null ? {} : { body }
    expect((await call(api.url, method, path, { ...request, key: user.token })).status).toBe(403)
    expect((await call(api.url, method, path, request)).status).toBe(401)
  })
})
