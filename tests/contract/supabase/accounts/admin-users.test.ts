import { adminUserRow, ledgerRow } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openPersonas, type Personas, type User } from './persona-clients.ts'

let personas: Personas
let mine: User[]
beforeAll(async () => {
  personas = await openPersonas()
  mine = []
  for (let count = 0; count < 5; count += 1) mine.push(await personas.createUser())
})
afterAll(() => personas?.close())

const wrapped = (name: string, rows: unknown[]) =>
  rows.map((row) => (row !== null && typeof row === 'object' && name in row ? Reflect.get(row, name) : row))
type Place = Pick<z.infer<typeof adminUserRow>, 'createdAt' | 'userId'>
const users = async (search: string | null, after: Place | null = null, limit = 50) => {
  const { data, error } = await personas.admin.rpc('admin_users', {
    p_search: search,
    p_before: after?.createdAt ?? null,
    p_before_id: after?.userId ?? null,
    p_limit: limit,
  })
  if (error) throw new Error(error.message)
  return z.array(adminUserRow).parse(wrapped('admin_users', data))
}
const ledger = async (user: string, before: number | null = null, limit = 50) => {
  const { data, status } = await personas.admin.rpc('admin_ledger', {
    p_user: user,
    p_before: before,
    p_limit: limit,
  })
  return { status, rows: z.array(ledgerRow).parse(wrapped('admin_ledger', Array.isArray(data) ? data : [])) }
}
const idsOf = (rows: { userId: string }[]) => rows.map(({ userId }) => userId)

describe('D1 the user list of administrators', () => {
  it('is searched by a part of the e-mail in any letter case, or by the whole id', async () => {
    const [, user] = mine
    if (!user) throw new Error('nobody')
    expect(idsOf(await users(user.email.slice(2, 30).toUpperCase()))).toEqual([user.id])
    expect(idsOf(await users(` ${user.id} `))).toEqual([user.id])
    expect(await users(user.id.slice(0, 20))).toEqual([])
    expect(await users('%')).toEqual([])
    expect(await users('_-')).toEqual([])
  })

  it('is paged newest first without duplicates while an account is created', async () => {
    const newestFirst = mine.map(({ id }) => id).toReversed()
    const seen: string[] = []
    let place: Place | null = null
    while (seen.length < 5) {
      const page: z.infer<typeof adminUserRow>[] = await users('@example.com', place, 2)
      if (seen.length === 0) await personas.createUser()
      seen.push(...idsOf(page))
      place = page.at(-1) ?? null
    }
    expect(seen.slice(0, 5)).toEqual(newestFirst)
  })

  it('shows e-mail, credits, plan, role and dates', async () => {
    const user = await personas.createUser()
    await personas.admin.rpc('grant_admin', { p_user: user.id })
    const [row] = await users(user.id)
    expect(row).toMatchObject({
      ...{
        userId: user.id,
        email: user.email,
        credits: 20,
        plan: 'free',
        isAdmin: true,
        excludedUntil: null,
      },
    })
    expect(Date.parse(row?.createdAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(Date.parse(row?.lastSignInAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  it('shows the end of a self-exclusion', async () => {
    const user = await personas.createUser()
    const { error } = await personas.admin.rpc('self_exclude', { p_user: user.id, p_days: 30 })
    expect(error).toBeNull()
    const until = Date.parse((await users(user.id))[0]?.excludedUntil ?? '')
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
    const { rows: first } = await ledger(user.id, null, 3)
    const { rows: rest } = await ledger(user.id, first.at(-1)?.id ?? null, 3)
    expect([...first, ...rest].map((row) => [row.delta, row.balanceAfter, row.reason, row.note])).toEqual([
      [4, 30, 'adjustment', 'reason 4'],
      [3, 26, 'adjustment', 'reason 3'],
      [2, 23, 'adjustment', 'reason 2'],
      [1, 21, 'adjustment', 'reason 1'],
      [20, 20, 'welcome', null],
    ])
  })

  it('of an unknown user answers 404', async () => {
    expect((await ledger(crypto.randomUUID())).status).toBe(404)
  })
})
