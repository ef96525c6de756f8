import { randomUUID } from 'node:crypto'
import { adminUsersResponse, creditsResponse, ledgerResponse } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantCredits } from '../jobs/jobs.ts'
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
const users = async (query: string) =>
  adminUsersResponse.parse((await read(`/api/admin/users?${query}`)).body)
const ledger = async (id: string, query = '') =>
  ledgerResponse.parse((await read(`/api/admin/users/${id}/ledger?${query}`)).body)
const adjustment = (userId: string, delta = 5) => ({
  userId,
  delta,
  reason: 'they asked',
  idempotencyKey: randomUUID(),
})
const startRun = async ({ token }: TestUser) => {
  const body = { feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() }
  return (await call(api.url, 'POST', '/api/runs', { key: token, body })).body as { runId: string }
}

describe('D1 credit administration', () => {
  it('pages through the users, newest first, with any page size', async () => {
    for (let count = 0; count < 4; count += 1) await api.createUser()
    const all = await users('limit=200')
    expect(all.next).toBeNull()
    const ids: string[] = []
    let after = ''
    do {
      const page = await users(`limit=2${after}`)
      ids.push(...page.users.map(({ userId }) => userId))
      after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`
    } while (after !== '')
    expect(ids).toEqual(all.users.map(({ userId }) => userId))
    expect(ids).toContain(user.id)
  })

  it('finds users by a part of the email address', async () => {
    const found = await users(`search=${encodeURIComponent(user.email.slice(0, 12).toUpperCase())}`)
    expect(found.users).toMatchObject([{ userId: user.id, email: user.email, plan: 'free' }])
  })

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

  it('refunds a run once', async () => {
    const own = await api.createUser()
    const { runId } = await startRun(own)
    await api.admin.rpc('deliver_run', { p_run: runId, p_user: own.id, p_picture: null, p_covers: ['a'] })
    const refund = { runId, reason: 'the logs were wrong' }
    expect((await send('/api/admin/refund-run', refund)).body).toEqual({ credits: 20 })
    const again = await send('/api/admin/refund-run', refund)
    expect([again.status, again.body]).toEqual([
      409,
      expect.objectContaining({ message: 'The credits of this analysis were given back already' }),
    ])
  })

  it('C1 grants the credits of a new plan with the next run of the grant job', async () => {
    const own = await api.createUser()
    const plan = { userId: own.id, plan: 'basic', reason: 'they paid' }
    expect((await send('/api/admin/set-plan', plan)).status).toBe(204)
    const [instance] = api.instances
    if (!instance) throw new Error('no instance')
    const inAMonth = new Date(Date.now() + 32 * 86_400_000).toISOString()
    const deps = { ...instance.deps, clock: parseLeagueClock(`at:${inAMonth}`) }
    await Promise.all([grantCredits.run(deps), grantCredits.run(deps)])
    await grantCredits.run(deps)
    expect((await ledger(own.id)).entries.map(({ delta, reason }) => [delta, reason])).toEqual([
      [100, 'grant'],
      [20, 'welcome'],
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

  it('answers 404 for the ledger of an unknown user', async () => {
    expect((await read(`/api/admin/users/${randomUUID()}/ledger`)).status).toBe(404)
    expect((await read('/api/admin/users/me/ledger')).status).toBe(404)
  })
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
