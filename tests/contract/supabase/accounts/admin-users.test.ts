import { adminUserRow, ledgerRow } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'

let personas: Personas
let accounts: User[]
beforeAll(async () => {
  personas = await openPersonas()
  accounts = []
  for (let count = 0; count < 5; count += 1) accounts.push(await personas.createUser())
})
afterAll(() => personas?.close())

const unwrapRows = (name: string, rows: unknown[]) =>
  rows.map((row) => (row !== null && typeof row === 'object' && name in row ? Reflect.get(row, name) : row))
type Cursor = Pick<z.infer<typeof adminUserRow>, 'createdAt' | 'userId'>
const listUsers = async (search: string | null, after: Cursor | null = null, limit = 50) => {
  const { data, error } = await personas.admin.rpc('admin_users', {
    p_search: search,
    p_before: after?.createdAt ?? null,
    p_before_id: after?.userId ?? null,
    p_limit: limit,
  })
  if (error) throw new Error(error.message)
  return z.array(adminUserRow).parse(unwrapRows('admin_users', data))
}
const readLedger = async (user: string, before: number | null = null, limit = 50) => {
  const { data, status } = await personas.admin.rpc('admin_ledger', {
    p_user: user,
    p_before: before,
    p_limit: limit,
  })
  return {
    status,
    rows: z.array(ledgerRow).parse(unwrapRows('admin_ledger', Array.isArray(data) ? data : [])),
  }
}
const idsOf = (rows: { userId: string }[]) => rows.map(({ userId }) => userId)

describe('D1 the user list of administrators', () => {
  it('is searched by a part of the e-mail in any letter case, or by the whole id', async () => {
    const [, user] = accounts
    if (!user) throw new Error('no account')
    expect(idsOf(await listUsers(user.email.slice(2, 30).toUpperCase()))).toEqual([user.id])
    expect(idsOf(await listUsers(` ${user.id} `))).toEqual([user.id])
    expect(await listUsers(user.id.slice(0, 20))).toEqual([])
    expect(await listUsers('%')).toEqual([])
    expect(await listUsers('_-')).toEqual([])
  })

  it('is paged newest first without duplicates while an account is created', async () => {
    const newestFirst = accounts.map(({ id }) => id).toReversed()
    const ids: string[] = []
    let cursor: Cursor | null = null
    while (ids.length < 5) {
      const page: z.infer<typeof adminUserRow>[] = await listUsers('@example.com', cursor, 2)
      if (ids.length === 0) await personas.createUser()
      ids.push(...idsOf(page))
      cursor = page.at(-1) ?? null
    }
    expect(ids.slice(0, 5)).toEqual(newestFirst)
  })

  it('shows e-mail, credits, plan, role and dates', async () => {
    const user = await personas.createUser()
    await personas.grantAdmin(user.id)
    const [row] = await listUsers(user.id)
    expect(row).toMatchObject({
      userId: user.id,
      email: user.email,
      credits: 20,
      plan: 'free',
      isAdmin: true,
      excludedUntil: null,
    })
    expect(Date.parse(row?.createdAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(Date.parse(row?.lastSignInAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  it('shows the end of a self-exclusion', async () => {
    const user = await personas.createUser()
    const { error } = await personas.admin.rpc('self_exclude', { p_user: user.id, p_days: 30 })
    expect(error).toBeNull()
    const until = Date.parse((await listUsers(user.id))[0]?.excludedUntil ?? '')
    expect(until).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    expect(until).toBeLessThan(Date.now() + 31 * 86_400_000)
  })
})

describe('D1 the ledger of a user', () => {
  it('is paged newest first', async () => {
    const user = await personas.createUser()
    for (const delta of [1, 2, 3, 4]) {
      const reason = `reason ${delta}`
      const key = crypto.randomUUID()
      const call = { p_user: user.id, p_delta: delta, p_reason: reason, p_key: key, p_actor: 'admin key' }
      await personas.admin.rpc('adjust_credits', call)
    }
    const { rows: first } = await readLedger(user.id, null, 3)
    const { rows: rest } = await readLedger(user.id, first.at(-1)?.id ?? null, 3)
    expect([...first, ...rest].map((row) => [row.delta, row.balanceAfter, row.reason, row.note])).toEqual([
      [4, 30, 'adjustment', 'reason 4'],
      [3, 26, 'adjustment', 'reason 3'],
      [2, 23, 'adjustment', 'reason 2'],
      [1, 21, 'adjustment', 'reason 1'],
      [20, 20, 'welcome', null],
    ])
  })

  it('of an unknown user answers 404', async () => {
    expect((await readLedger(crypto.randomUUID())).status).toBe(404)
  })
})
