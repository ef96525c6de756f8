import { randomUUID } from 'node:crypto'
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
const adjustment = (userId: string, delta = 5) => ({
  userId,
  delta,
  reason: 'they asked',
  idempotencyKey: randomUUID(),
})

describe('D1 credit administration', () => {
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
