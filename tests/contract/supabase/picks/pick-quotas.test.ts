import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { createPick } from '../pick-fixtures.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const EXPIRED = { created_at: '2020-01-01T00:00:00Z' }
const newRow = (more: Record<string, unknown> = {}) => ({
  id: `pick_${Date.now()}_${randomUUID().replaceAll('-', '').slice(0, 12)}`,
  player_name: 'Mateo Villareal',
  sport: 'MLB',
  ...more,
})
/** 60 kB of JSON that compresses to a few hundred bytes: an answer transfers it in full. */
const WIDE = { pick: { text: 'x'.repeat(60_000) } }
const insert = (user: User, rows: object[]) => user.client.from('my_picks').insert(rows)
const rowsOf = (count: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: count }, () => newRow(more))
const storedBytes = async (user: User) => {
  const { data } = await personas.admin.from('my_picks').select('size_bytes').eq('user_id', user.id)
  return (data ?? []).reduce((sum, { size_bytes }) => sum + size_bytes, 0)
}
const sql = () => {
  if (!personas.service.embedded) throw new Error('only the embedded service shows its database')
  return personas.service.embedded.sql
}
/** Saves rows of 60 kB in one statement. */
const fill = (user: User, count: number, createdAt = new Date().toISOString()) =>
  sql()`insert into public.my_picks (id, user_id, player_name, sport, pick, created_at)
    select 'pick_1795200000000_' || left(md5(random()::text), 12), ${user.id}, 'X', 'MLB',
      jsonb_build_object('text', repeat('x', 60000)), ${createdAt}::timestamptz
      from generate_series(1, ${count}::int)`
const TOO_LARGE = 'Your picks take up more than 16 MB. Delete some of them first.'
const TOO_MANY = 'Too many changes of your picks within an hour. Try again later.'
const MAX_BYTES = 16 * 1024 * 1024

/** The statements of a user are limited to a second: on a busy machine a large one is tried again. */
async function whenAvailable<Answer extends { error: { code: string } | null }>(
  send: () => PromiseLike<Answer>,
): Promise<Answer> {
  let answer = await send()
  for (let tries = 1; answer.error?.code === '57014' && tries < 10; tries += 1) answer = await send()
  return answer
}

/** Fills tables through the owner's connection, and lets time pass. */
describe.skipIf(process.env.SUPABASE_URL)('the size of saved picks', () => {
  it('is limited to 16 MB uncompressed, with a reason, and room is made by deleting', async () => {
    const user = await personas.createUser()
    await fill(user, 275)
    const first = rowsOf(3, WIDE)
    expect((await whenAvailable(() => insert(user, first))).error).toBeNull()
    const refused = await whenAvailable(() => insert(user, rowsOf(3, WIDE)))
    expect(refused.error).toMatchObject({ code: 'PT413', message: TOO_LARGE })
    expect(await storedBytes(user)).toBeLessThanOrEqual(MAX_BYTES)
    const { data } = await user.client.from('my_picks').select('id').limit(25)
    const ids = (data ?? []).map(({ id }) => id)
    const wider = { pick: { text: 'x'.repeat(65_000) } }
    const patch = await whenAvailable(() => user.client.from('my_picks').update(wider).in('id', ids))
    expect(patch.error?.code).toBe('PT413')
    const removed = await whenAvailable(() => user.client.from('my_picks').delete().in('id', ids))
    expect(removed.error).toBeNull()
    const added = rowsOf(10, WIDE)
    expect((await whenAvailable(() => insert(user, added))).error).toBeNull()
  }, 120_000)

  it('counts expired picks, and deletes them before it refuses', async () => {
    const user = await personas.createUser()
    await fill(user, 275, EXPIRED.created_at)
    expect((await insert(user, rowsOf(10, { ...WIDE, ...EXPIRED }))).error).toBeNull()
    expect(await storedBytes(user)).toBe(0)
    expect((await insert(user, rowsOf(10, WIDE))).error).toBeNull()
  }, 120_000)

  it('is computed by the database, whatever the client sends', async () => {
    const user = await personas.createUser()
    const row = newRow({ ...WIDE, size_bytes: -1_000_000 })
    await insert(user, [row])
    expect(await storedBytes(user)).toBeGreaterThan(60_000)
    await user.client.from('my_picks').update({ size_bytes: 0 }).eq('id', row.id)
    expect(await storedBytes(user)).toBeGreaterThan(60_000)
  })

  it('is limited for the picks of a sync call too', async () => {
    const user = await personas.createUser()
    await fill(user, 279)
    const p_picks = Array.from({ length: 10 }, () => createPick({ reasoning: 'x'.repeat(4_000) }))
    const { error } = await personas.admin.rpc('merge_picks', { p_user: user.id, p_picks })
    expect(error?.message).toBe(TOO_LARGE)
    expect(await storedBytes(user)).toBeLessThanOrEqual(MAX_BYTES)
  }, 120_000)
})

describe('writes of picks', { timeout: 120_000 }, () => {
  it('are limited in an hour, with a reason that names it, for this user only', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service lets an hour pass')
    const user = await personas.createUser()
    const first = newRow()
    await insert(user, [first])
    await sql()`update public.pick_writes set written_rows = 9998 where user_id = ${user.id}`
    expect((await user.client.from('my_picks').update({ confidence: 1 }).eq('id', first.id)).error).toBeNull()
    expect((await insert(user, rowsOf(1))).error).toBeNull()
    const refused = { code: 'PT429', message: TOO_MANY }
    expect((await insert(user, rowsOf(1))).error).toMatchObject(refused)
    expect(
      (await user.client.from('my_picks').update({ confidence: 2 }).eq('id', first.id)).error,
    ).toMatchObject(refused)
    expect((await user.client.from('my_picks').delete().eq('id', first.id)).error).toMatchObject(refused)
    // Refused before any row is written: the duplicate id is not even noticed.
    expect((await insert(user, [first])).error).toMatchObject(refused)
    // Nothing was lost by the refusals.
    expect((await user.client.rpc('get_user_pick_count')).data).toBe(2)
    expect((await insert(await personas.createUser(), rowsOf(1))).error).toBeNull()
    await sql()`update public.pick_writes set hour = hour - interval '1 hour' where user_id = ${user.id}`
    expect((await insert(user, rowsOf(1))).error).toBeNull()
    return undefined
  })

  it('are limited in size, also when the rows are deleted in between', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service shows its database')
    const user = await personas.createUser()
    await insert(user, rowsOf(1))
    await sql()`update public.pick_writes set written_bytes = ${32 * 1024 * 1024 - 100_000} where user_id = ${user.id}`
    expect((await insert(user, rowsOf(1, { ...WIDE, ...EXPIRED }))).error).toBeNull()
    await user.client.from('my_picks').delete().eq('sport', 'MLB')
    expect((await insert(user, rowsOf(1, { ...WIDE, ...EXPIRED }))).error?.code).toBe('PT429')
    return undefined
  })
})

describe('tombstones', { timeout: 120_000 }, () => {
  it('of one user are at most 5000; the oldest go first', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service shows its database')
    const user = await personas.createUser()
    await sql()`insert into public.deleted_picks (user_id, pick_id, deleted_at)
      select ${user.id}, 'pick_old_' || n, now() - make_interval(mins => 6000 - n) from generate_series(1, 5000) n`
    const row = newRow()
    await insert(user, [row])
    expect((await user.client.from('my_picks').delete().eq('id', row.id)).error).toBeNull()
    const marks = await sql()<{ pick_id: string }[]>`
      select pick_id from public.deleted_picks where user_id = ${user.id} order by deleted_at`
    expect(marks).toHaveLength(5_000)
    expect(marks[0]?.pick_id).toBe('pick_old_2')
    expect(marks.at(-1)?.pick_id).toBe(row.id)
    return undefined
  })
})

describe('expired picks', { timeout: 120_000 }, () => {
  it('are deleted by the server, and the live ones stay', async () => {
    const user = await personas.createUser()
    const live = newRow()
    await insert(user, [live, ...rowsOf(30, EXPIRED)])
    let deleted = 0
    for (;;) {
      const { data } = await personas.admin.rpc('purge_expired_picks', { p_limit: 7 })
      expect(data).toBeLessThanOrEqual(7)
      if (data === 0) break
      deleted += data
    }
    expect(deleted).toBeGreaterThanOrEqual(30)
    const { data } = await personas.admin.from('my_picks').select('id').eq('user_id', user.id)
    expect(data).toEqual([{ id: live.id }])
    // A deletion by the server leaves no tombstones.
    const marks = await personas.admin.from('deleted_picks').select('pick_id').eq('user_id', user.id)
    expect(marks.data).toEqual([])
  })
})

describe('metadata of an account', { timeout: 120_000 }, () => {
  it('is limited to 4 kB at sign-up and later', async () => {
    const user = await personas.createUser()
    const { error } = await user.client.auth.updateUser({ data: { text: 'x'.repeat(5_000) } })
    expect([error?.status, error?.message]).toEqual([413, 'The data of this account is too large'])
    expect((await user.client.auth.updateUser({ data: { text: 'x'.repeat(1_000) } })).error).toBeNull()
  })
})
