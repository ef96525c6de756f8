import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const startRun = (user: User, cost = 1) =>
  personas.admin.rpc('start_run', {
    p_user: user.id,
    p_feature: 'quick',
    // A market of its own: the board of a market that was charged stays open for ten minutes.
    p_category: `Market ${randomUUID()}`,
    p_cost: cost,
    p_key: randomUUID(),
    p_ttl_seconds: 600,
  })
const readLedger = async (user: User) =>
  (await personas.admin.from('credit_ledger').select('*').eq('user_id', user.id).order('id')).data ?? []

/** Deletes the account as the auth provider does, or directly in the embedded database. */
async function deleteUser(user: User) {
  const { embedded } = personas.service
  if (embedded) await embedded.sql`delete from auth.users where id = ${user.id}`
  else expect((await personas.admin.auth.admin.deleteUser(user.id)).error).toBeNull()
}

describe('C2 the ledger of a deleted account', () => {
  it('is kept without the user, each row with its amount', async () => {
    const user = await personas.createUser()
    const { data: run } = await startRun(user, 3)
    await personas.admin.rpc('deliver_run', {
      p_run: run.id,
      p_user: user.id,
      p_picture: null,
      p_covers: ['a'],
    })
    await startRun(user)
    const before = await readLedger(user)
    expect(before).toHaveLength(4)
    await deleteUser(user)

    const ids = before.map(({ id }) => id)
    const { data: after } = await personas.admin.from('credit_ledger').select('*').in('id', ids).order('id')
    expect(after).toEqual(
      before.map((row) => ({
        ...row,
        user_id: null,
        run_id: null,
        note: null,
        idempotency_key: `closed:${row.id}`,
      })),
    )
    expect((await personas.admin.from('runs').select('id').eq('user_id', user.id)).data).toEqual([])
    expect(await readLedger(user)).toEqual([])
  })

  it('cannot be read by any user', async () => {
    const user = await personas.createUser()
    const other = await personas.createUser()
    await deleteUser(user)
    const seen = await other.client.from('credit_ledger').select('user_id')
    expect(new Set(seen.data?.map((row) => row.user_id))).toEqual(new Set([other.id]))
    expect((await user.client.from('credit_ledger').select('*')).data ?? []).toEqual([])
  })

  it('is anonymised by the deletion only, and cannot be changed otherwise', async (context) => {
    const { embedded } = personas.service
    if (!embedded) return context.skip('only the embedded service opens its database')
    const user = await personas.createUser()
    const [row] = await readLedger(user)
    const message = 'Ledger rows are not changed; write another one'
    const { sql } = embedded
    const expectRefusal = (change: Promise<unknown>) => expect(change).rejects.toThrow(message)
    await expectRefusal(sql`update public.credit_ledger set user_id = null where id = ${row.id}`)
    await expectRefusal(sql`update public.credit_ledger set delta = 21 where id = ${row.id}`)
    await expectRefusal(sql`delete from public.credit_ledger where id = ${row.id}`)
    await deleteUser(user)
    await expectRefusal(sql`update public.credit_ledger set delta = 21 where id = ${row.id}`)
    await expectRefusal(sql`update public.credit_ledger set idempotency_key = 'a' where id = ${row.id}`)
    await expectRefusal(sql`delete from public.credit_ledger where id = ${row.id}`)
  })
})
