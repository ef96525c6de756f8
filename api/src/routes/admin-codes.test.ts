import { randomUUID } from 'node:crypto'
import { createdCodesResponse, listCodesResponse } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, OPERATOR_KEY } from '../testing/deploys.ts'
import { emptyUpstream } from '../testing/fake-deps.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({
    upstream: emptyUpstream,
    env: { ADMIN_KEY: OPERATOR_KEY, ADMIN_EMAILS: 'boss@example.com', PRIVILEGED_EMAILS: 'boss@example.com' },
  })
})
afterAll(() => api?.close())

const send = (path: string, body: unknown) => call(api.url, 'POST', path, { key: OPERATOR_KEY, body })
const get = async (path: string) => (await call(api.url, 'GET', path, { key: OPERATOR_KEY })).body
const list = async (query: string) => listCodesResponse.parse(await get(`/api/admin/list-codes?${query}`))
const newCode = () => `C-${randomUUID().slice(0, 13)}`

describe('C4 the access code calls of the admin screen', () => {
  it('default to one use without expiry and refuse an invalid code or a past expiry', async () => {
    const code = newCode()
    await send('/api/access/create', { code })
    expect((await list(`search=${code}`)).codes[0]).toMatchObject({
      max_uses: 1,
      expires_at: null,
      notes: null,
    })
    const late = await send('/api/access/create', { code: newCode(), expiresAt: '2020-01-01T00:00:00Z' })
    expect(late).toMatchObject({ status: 400, body: { message: 'Choose an expiry in the future' } })
    for (const body of [
      { code: '' },
      { code: 'two words' },
      { code: 'A', maxUses: 0 },
      { code: 'A', uses: 1 },
    ])
      expect((await send('/api/access/create', body)).status).toBe(400)
  })

  it('generate readable random codes, the same ones for the same idempotency key', async () => {
    const body = { count: 1_000, prefix: 'SPRING-', maxUses: 2, idempotencyKey: randomUUID() }
    const [first, again] = await Promise.all([0, 1].map(() => send('/api/admin/generate-codes', body)))
    const { codes } = createdCodesResponse.parse(first?.body)
    expect(again?.body).toEqual(first?.body)
    expect(new Set(codes).size).toBe(1_000)
    const shape = /^SPRING(-[A-HJ-NP-Z2-9]{4}){4}$/
    expect(codes.filter((code) => !shape.test(code))).toEqual([])
    // All 32 characters occur about equally often: 16,000 characters, 500 of each.
    const signs = codes.join('').replaceAll('SPRING', '').replaceAll('-', '')
    const counts = new Map<string, number>()
    for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    expect(counts.size).toBe(32)
    expect(Math.min(...counts.values())).toBeGreaterThan(350)
    expect((await send('/api/admin/generate-codes', { ...body, count: 2 })).status).toBe(409)
    expect((await list('search=spring-&limit=200')).total).toBe(1_000)
    expect((await send('/api/admin/generate-codes', { ...body, count: 1_001 })).status).toBe(400)
  })

  it('import all rows or none, and name the invalid row', async () => {
    const rows = [newCode(), newCode()].map((code) => ({ code, notes: 'n'.repeat(2_000) }))
    const bad = await send('/api/admin/import-codes', { codes: [...rows, { code: 'A', maxUses: 0 }] })
    expect(bad).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^Row 3: maxUses: /) } })
    const twice = await send('/api/admin/import-codes', { codes: [...rows, rows[0]] })
    expect(twice).toMatchObject({
      status: 409,
      body: { message: `Row 3: There is already a code ${rows[0]?.code}` },
    })
    expect((await list(`search=${rows[1]?.code}`)).total).toBe(0)
    const many = (notes: number) => ({
      codes: Array.from({ length: 1_000 }, () => ({ code: newCode(), notes: 'n'.repeat(notes) })),
    })
    expect((await send('/api/admin/import-codes', many(700))).status).toBe(201)
    expect((await send('/api/admin/import-codes', many(2_000))).status).toBe(413)
    expect((await send('/api/admin/import-codes', { codes: rows })).body).toEqual({
      codes: rows.map(({ code }) => code),
    })
  })

  it('refuse visitors with 401 and ordinary users with 403', async () => {
    const { token } = await api.createUser()
    const paths = [
      'access/create',
      'admin/generate-codes',
      'admin/import-codes',
      'admin/delete-code',
      'admin/restore-code',
      'admin/set-admin',
      'admin/adjust-credits',
      'admin/refund-run',
      'admin/set-plan',
    ]
    for (const path of paths) {
      expect((await call(api.url, 'POST', `/api/${path}`, { body: {} })).status).toBe(401)
      const refused = await call(api.url, 'POST', `/api/${path}`, { key: token, body: {} })
      expect([refused.status, refused.body]).toEqual([403, expect.objectContaining({ code: 'FORBIDDEN' })])
    }
    for (const path of ['list-codes', 'admins', 'audit', 'session', 'users', `users/${randomUUID()}/ledger`])
      expect((await call(api.url, 'GET', `/api/admin/${path}`, { key: token })).status).toBe(403)
  })
})
