import { randomUUID } from 'node:crypto'
import { pastParlayRowSchema, trackLegSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { createForecastRow, createPick, parlaysToSave } from '../pick-fixtures.ts'

let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
  user = await personas.createUser()
})
afterAll(() => personas?.close())

const legs = z.array(trackLegSchema)
/** Saves a pick and records its forecast. @returns the id of the leg */
async function recordForecast(owner = user, more: Record<string, unknown> = {}): Promise<string> {
  const pick = createPick()
  await personas.admin.rpc('merge_picks', { p_user: owner.id, p_picks: [pick] })
  const p_legs = [createForecastRow({ pick_id: pick.id, ...more })]
  expect((await personas.admin.rpc('record_forecasts', { p_user: owner.id, p_legs })).data).toBe(1)
  const { data } = await owner.client.from('track_legs').select('id').eq('pick_id', pick.id).single()
  return data?.id
}
const legOf = async (id: string) =>
  trackLegSchema.parse((await user.client.from('track_legs').select('*').eq('id', id).single()).data)
const gradeLegs = async (p_results: object[]) => (await personas.admin.rpc('grade_legs', { p_results })).data
const openIds = async (p_before: string) => {
  const ids: string[] = []
  for (let after: string | null = null; ; after = ids.at(-1) ?? null) {
    const answer = await personas.admin.rpc('open_legs', { p_before, p_after: after, p_limit: 3 })
    const page = legs.parse(answer.data)
    ids.push(...page.map(({ id }) => id))
    if (page.length < 3) return ids
  }
}
/** Saves a parlay. @returns its id and the ids of its legs */
async function saveParlay() {
  const { data: run } = await personas.admin.rpc('start_run', {
    p_user: user.id,
    p_feature: 'parlay',
    p_category: 'Parlay',
    p_cost: 1,
    p_key: randomUUID(),
    p_ttl_seconds: 600,
  })
  const call = { p_run: run.id, p_user: user.id, p_parlays: parlaysToSave() }
  const { data } = await personas.admin.rpc('save_parlays', call)
  const id: string = data[0].id
  const { data: found } = await user.client.from('track_legs').select('id').eq('parlay_id', id).order('leg')
  return { id, legs: found?.map((leg) => leg.id as string) ?? [] }
}
const readGradableParlays = async () => {
  const { data } = await personas.admin.rpc('gradable_parlays', { p_after: null, p_limit: 500 })
  return z.array(z.looseObject({ id: z.string(), legs })).parse(data)
}
const gradeParlays = async (p_outcomes: object[]) =>
  (await personas.admin.rpc('grade_parlays', { p_outcomes })).data
const parlayRow = async (id: string) =>
  pastParlayRowSchema.parse((await user.client.from('past_parlays').select('*').eq('id', id).single()).data)

describe('P7 open legs', () => {
  it('are listed in pages from the day of their game until they are graded', async () => {
    // Earlier days than in other tests: paging by three over their open legs would take a minute.
    const day = '2001-04-01'
    const next = '2001-04-02'
    const legIds: string[] = []
    while (legIds.length < 4) legIds.push(await recordForecast(user, { league_day: day }))
    const later = await recordForecast(user, { league_day: next })
    const open = await openIds(day)
    expect(open).toEqual(legIds.toSorted())
    expect(await openIds(next)).toContain(later)
    await gradeLegs([{ id: legIds[0], status: 'loser', actual: 0 }])
    expect(await openIds(day)).toEqual(open.filter((id) => id !== legIds[0]))
  })

  it('are updated during the game and graded once', async () => {
    const id = await recordForecast()
    expect(await gradeLegs([{ id, status: 'pending', actual: null }])).toBe(0)
    expect(await gradeLegs([{ id, status: 'in-progress', actual: 1 }])).toBe(1)
    expect(await legOf(id)).toMatchObject({ status: 'in-progress', actual: 1, settled_at: null })
    expect(await gradeLegs([{ id, status: 'in-progress', actual: 1 }])).toBe(0)
    expect(await gradeLegs([{ id, status: 'in-progress', actual: 2 }])).toBe(1)
    expect(await gradeLegs([{ id, status: 'pending', actual: null }])).toBe(0)
    expect(await gradeLegs([{ id, status: 'winner', actual: 2 }])).toBe(1)
    const final = await legOf(id)
    expect(final).toMatchObject({ status: 'winner', actual: 2, promised: 61.3, engine: 'engine-test' })
    expect(Math.abs(Date.parse(final.settled_at ?? '') - Date.now())).toBeLessThan(60_000)
    for (const status of ['loser', 'push', 'no-game', 'in-progress', 'pending'])
      expect(await gradeLegs([{ id, status, actual: 0 }])).toBe(0)
    expect(await legOf(id)).toEqual(final)
  })

  it('of a suspended game stay open, and are graded after its completion', async () => {
    const id = await recordForecast(user, { league_day: '2001-05-01' })
    expect(await gradeLegs([{ id, status: 'suspended', actual: 1 }])).toBe(1)
    expect(await legOf(id)).toMatchObject({
      status: 'suspended',
      actual: 1,
      settled_at: null,
      promised: null,
    })
    expect(await openIds('2001-05-01')).toContain(id)
    expect(await gradeLegs([{ id, status: 'winner', actual: 2 }])).toBe(1)
    expect(await legOf(id)).toMatchObject({ status: 'winner', promised: 61.3 })
  })

  it('without a certain game get it once, and keep it', async () => {
    const game_time = '2001-05-02T23:05:00+00:00'
    const id = await recordForecast(user, { league_day: '2001-05-02', game_pk: null, game_time })
    expect(await legOf(id)).toMatchObject({ game_pk: null, game_time, book: 'prizepicks' })
    expect(await gradeLegs([{ id, status: 'pending', actual: null, game_pk: 901 }])).toBe(1)
    expect(await gradeLegs([{ id, status: 'pending', actual: null, game_pk: 902 }])).toBe(0)
    expect(await gradeLegs([{ id, status: 'winner', actual: 2, game_pk: 902 }])).toBe(1)
    expect(await legOf(id)).toMatchObject({ status: 'winner', game_pk: 901 })
  })

  it.each(['winner', 'loser', 'push'])('are not graded as %s without an actual value', async (status) => {
    const id = await recordForecast()
    const { error } = await personas.admin.rpc('grade_legs', { p_results: [{ id, status, actual: null }] })
    expect(error?.code).toBe('23514')
    expect(await gradeLegs([{ id, status: 'no-game', actual: null }])).toBe(1)
    expect(await legOf(id)).toMatchObject({ status: 'no-game', actual: null })
  })

  it('are graded once by concurrent jobs', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => recordForecast()))
    const resultsOf = (status: string, list: string[]) => list.map((id) => ({ id, status, actual: 1 }))
    const changed = await Promise.all([
      gradeLegs(resultsOf('winner', ids)),
      gradeLegs(resultsOf('loser', ids.toReversed())),
      gradeLegs(resultsOf('push', ids)),
      gradeLegs(resultsOf('winner', ids.toReversed())),
    ])
    expect(changed.toSorted()).toEqual([0, 0, 0, 20])
  })
})

describe('P7 open parlays', () => {
  it('are settled once after all their legs are graded', async () => {
    const one = await saveParlay()
    const win = { id: one.id, outcome: 'won', paid: 3 }
    await gradeLegs([{ id: one.legs[0], status: 'winner', actual: 2 }])
    expect((await readGradableParlays()).map(({ id }) => id)).not.toContain(one.id)
    expect(await gradeParlays([win])).toBe(0)
    await gradeLegs([{ id: one.legs[1], status: 'winner', actual: 3 }])
    const found = (await readGradableParlays()).find(({ id }) => id === one.id)
    expect(found).toMatchObject({ parlay_size: 2, details: { id: one.id, pays: 3 } })
    expect(found?.legs.map(({ leg, status }) => [leg, status])).toEqual([
      [1, 'winner'],
      [2, 'winner'],
    ])
    const [first, second] = await Promise.all([
      gradeParlays([win]),
      gradeParlays([{ ...win, outcome: 'lost', paid: 0 }]),
    ])
    expect([first, second].toSorted()).toEqual([0, 1])
    const row = await parlayRow(one.id)
    expect([row.outcome, row.paid]).toEqual(first === 1 ? ['won', 3] : ['lost', 0])
    expect(row.settled_at).not.toBeNull()
    expect((await readGradableParlays()).map(({ id }) => id)).not.toContain(one.id)
    expect(await gradeParlays([{ id: one.id, outcome: 'refunded', paid: 1 }])).toBe(0)
    expect(await parlayRow(one.id)).toEqual(row)
  })

  it('H06 are settled with an open leg as lost by a losing leg, or as refunded by one that was not played', async () => {
    const [lost, refunded, open] = [await saveParlay(), await saveParlay(), await saveParlay()]
    await gradeLegs([
      { id: lost.legs[0], status: 'loser', actual: 0 },
      { id: refunded.legs[0], status: 'no-game', actual: null },
      { id: open.legs[0], status: 'push', actual: 2 },
    ])
    const ids = (await readGradableParlays()).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([lost.id, refunded.id]))
    expect(ids).not.toContain(open.id)
    const all = (outcome: string, paid: number) =>
      [lost, refunded, open].map(({ id }) => ({ id, outcome, paid }))
    expect(await gradeParlays(all('won', 3))).toBe(0)
    expect(await gradeParlays(all('lost', 0))).toBe(1)
    expect(await gradeParlays(all('refunded', 1))).toBe(1)
    expect(await parlayRow(lost.id)).toMatchObject({ outcome: 'lost', paid: 0 })
    expect(await parlayRow(refunded.id)).toMatchObject({ outcome: 'refunded', paid: 1 })
    expect(await parlayRow(open.id)).toMatchObject({ outcome: 'pending' })
  })

  it('are settled without a payout too, and never return to pending', async () => {
    const one = await saveParlay()
    await gradeLegs(one.legs.map((id) => ({ id, status: 'no-game', actual: null })))
    expect(await gradeParlays([{ id: one.id, outcome: 'pending', paid: null }])).toBe(0)
    expect(await gradeParlays([{ id: one.id, outcome: 'refunded', paid: null }])).toBe(1)
    expect(await parlayRow(one.id)).toMatchObject({ outcome: 'refunded', paid: null })
  })

  it('without legs, as from earlier releases, stay pending', async () => {
    const old = { user_id: user.id, parlay_size: 2, overall_confidence: 60, picks: [] }
    const { data } = await personas.admin
      .from('past_parlays')
      .insert(old)
      .select('id, outcome, rank')
      .single()
    expect(data).toMatchObject({ outcome: 'pending', rank: 1 })
    expect((await readGradableParlays()).map(({ id }) => id)).not.toContain(data?.id)
    expect(await gradeParlays([{ id: data?.id, outcome: 'won', paid: 3 }])).toBe(0)
    expect(await parlayRow(data?.id)).toMatchObject({ outcome: 'pending', details: null })
  })
})
