import { randomUUID } from 'node:crypto'
import { pastParlayRowSchema, trackLegSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { createForecastRow, createParlay, parlaysToSave } from '../pick-fixtures.ts'

let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
  user = await personas.createUser()
})
afterAll(() => personas?.close())

const rows = z.array(pastParlayRowSchema)
const hold = async (owner: User, feature = 'parlay') => {
  const key = randomUUID()
  const { data, error } = await personas.admin.rpc('start_run', {
    p_user: owner.id,
    p_feature: feature,
    p_category: 'Parlay',
    p_cost: 1,
    p_key: key,
    p_ttl_seconds: 600,
  })
  if (error) throw new Error(error.message)
  return { run: data.id as string, key }
}
const save = (run: string, owner: User, parlays: object[]) =>
  personas.admin.rpc('save_parlays', { p_run: run, p_user: owner.id, p_parlays: parlays })
const readParlaysOfKey = async (owner: User, key: string) =>
  (await personas.admin.rpc('parlays_of_run', { p_user: owner.id, p_key: key })).data
const creditsOf = async (owner: User) =>
  (await personas.admin.from('user_profiles').select('credits').eq('user_id', owner.id).single()).data
    ?.credits
/** Numbers of a user's parlays, legs and captures. */
const countSavedRows = async (owner: User) => {
  const count = async (table: string, filter: Record<string, string> = {}) =>
    (
      await personas.admin
        .from(table)
        .select('*', { count: 'exact', head: true })
        .match({ user_id: owner.id, ...filter })
    ).count
  return [
    await count('past_parlays'),
    await count('track_legs'),
    await count('credit_ledger', { reason: 'capture' }),
  ]
}

const sql = () => {
  if (!personas.service.embedded) throw new Error('only the embedded service shows its database')
  return personas.service.embedded.sql
}

describe.skipIf(process.env.SUPABASE_URL)('P8 parlays of a run', () => {
  it('are saved with their legs as answered, and charged once', async () => {
    const before = Date.now()
    const { run, key } = await hold(user)
    const parlays = parlaysToSave(3)
    const { data, error } = await save(run, user, parlays)
    expect(error).toBeNull()
    const saved = rows.parse(data)
    expect(saved).toMatchObject(
      parlays.map(({ details: { createdAt: _, ...details } }) => ({
        id: details.id,
        parlay_size: 2,
        overall_confidence: 37.6,
        expected_value: 12.8,
        recommended_units: 1.25,
        outcome: 'pending',
        paid: null,
        settled_at: null,
        details,
      })),
    )
    for (const row of saved) {
      expect(row.details?.createdAt).toBe(row.created_at)
      expect(Date.parse(row.created_at)).toBeGreaterThan(before - 60_000)
    }
    const { data: legs } = await user.client.from('track_legs').select('*').order('leg')
    for (const { details, legs: sentLegs } of parlays) {
      const savedLegs = z.array(trackLegSchema).parse(legs?.filter((leg) => leg.parlay_id === details.id))
      expect(savedLegs).toMatchObject(sentLegs.map((leg) => ({ ...leg, pick_id: null, status: 'pending' })))
    }
    expect(await creditsOf(user)).toBe(19)
    expect(await readParlaysOfKey(user, key)).toEqual(data)
  })

  it('stay those of the first save when the call is repeated, at once and later', async () => {
    const owner = await personas.createUser()
    const { run, key } = await hold(owner)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((index) => save(run, owner, parlaysToSave((index % 3) + 1))),
    )
    for (const { data, error } of answers) expect([error, data]).toEqual([null, answers[0]?.data])
    const [parlays] = await countSavedRows(owner)
    expect(await countSavedRows(owner)).toEqual([parlays, (parlays ?? 0) * 2, 1])
    // The run has expired; its parlays can still be read.
    await sql()`update public.runs set expires_at = now() where id = ${run}`
    expect(await readParlaysOfKey(owner, key)).toEqual(answers[0]?.data)
    expect((await save(run, owner, [])).data).toEqual(answers[0]?.data)
    expect(await creditsOf(owner)).toBe(19)
  })

  it.each([
    ['was released', 'update public.runs set state = $2, settled_at = now() where id = $1', 'released'],
    ['expired', 'update public.runs set expires_at = now(), release_reason = $2 where id = $1', 'late'],
  ])('are neither saved nor charged after the hold %s', async (_, change, value) => {
    const owner = await personas.createUser()
    const { run, key } = await hold(owner)
    await sql().unsafe(change, [run, value])
    const { status, error } = await save(run, owner, parlaysToSave())
    expect([status, error?.message]).toEqual([409, 'These parlays came too late. Nothing was charged.'])
    expect(await readParlaysOfKey(owner, key)).toEqual([])
    expect(await countSavedRows(owner)).toEqual([0, 0, 0])
  })

  it('are refused for a run of another user, of another feature, or an unknown run', async () => {
    const owner = await personas.createUser()
    const other = await personas.createUser()
    const { run, key } = await hold(owner)
    const quick = await hold(owner, 'quick')
    for (const [id, of] of [
      [run, other],
      [quick.run, owner],
      [randomUUID(), owner],
    ] as const) {
      const { status, error } = await save(id, of, parlaysToSave())
      expect([status, error?.message]).toEqual([404, 'There is no such parlay run'])
    }
    expect(await countSavedRows(owner)).toEqual([0, 0, 0])
    await save(run, owner, parlaysToSave())
    expect(await readParlaysOfKey(other, key)).toEqual([])
    expect((await other.client.from('past_parlays').select('*')).data).toEqual([])
    expect((await other.client.from('track_legs').select('*')).data).toEqual([])
    expect((await owner.client.from('past_parlays').select('id')).data).toHaveLength(1)
    expect((await owner.client.from('track_legs').select('id')).data).toHaveLength(2)
  })

  it.each([
    ['no parlays', []],
    [
      'fewer legs than the parlay size',
      [{ details: createParlay(1, 3), legs: [createForecastRow({ leg: 1 })] }],
    ],
    ['no legs', [{ details: createParlay() }]],
    ['a duplicate rank', [...parlaysToSave(), ...parlaysToSave()]],
    [
      'an invalid side of a leg',
      [{ details: createParlay(), legs: [1, 2].map((leg) => createForecastRow({ leg, side: 'MAYBE' })) }],
    ],
    ['a duplicate leg', [{ details: createParlay(), legs: [1, 1].map((leg) => createForecastRow({ leg })) }]],
  ])('with %s are refused as a whole, and the hold stays', async (_, parlays) => {
    const owner = await personas.createUser()
    const { run } = await hold(owner)
    const { error } = await save(run, owner, parlays)
    expect(error?.code).toMatch(/^(PT400|23505|23514)$/)
    expect(await countSavedRows(owner)).toEqual([0, 0, 0])
    expect((await personas.admin.rpc('release_run', { p_run: run, p_reason: 'failed' })).data).toBe(true)
    expect(await creditsOf(owner)).toBe(20)
  })
})
