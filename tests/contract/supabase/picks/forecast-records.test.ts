import { trackLegSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { createForecastRow, createPick } from '../pick-fixtures.ts'

let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
  user = await personas.createUser()
})
afterAll(() => personas?.close())

const merge = async (picks: object[], owner = user) => {
  const { data, error } = await personas.admin.rpc('merge_picks', { p_user: owner.id, p_picks: picks })
  if (error) throw new Error(error.message)
  return data as { added: string[]; gone: string[] }
}
const recordForecasts = async (p_legs: object[], owner = user) =>
  (await personas.admin.rpc('record_forecasts', { p_user: owner.id, p_legs })).data
const readUnrecordedPicks = async (owner = user) =>
  (await personas.admin.rpc('unrecorded_picks', { p_user: owner.id })).data as string[]
const readRecord = async (id: string) =>
  trackLegSchema.parse((await user.client.from('track_legs').select('*').eq('pick_id', id).single()).data)
const HIDDEN = { promised: null, promised_low: null, promised_high: null, engine: null }
/** Ends the line of a pick, which reveals its forecast. */
async function grade(id: string, status = 'winner') {
  const p_results = [{ id: (await readRecord(id)).id, status, actual: 2 }]
  expect((await personas.admin.rpc('grade_legs', { p_results })).error).toBeNull()
  return readRecord(id)
}

it('P7 the forecast of a pick is recorded once, and the first record stays', async () => {
  const pick = createPick()
  await merge([pick])
  expect(await readUnrecordedPicks()).toContain(pick.id)
  expect(await recordForecasts([createForecastRow({ pick_id: pick.id })])).toBe(1)
  const first = await readRecord(pick.id)
  expect(first).toMatchObject({
    ...createForecastRow({ pick_id: pick.id }),
    ...HIDDEN,
    parlay_id: null,
    leg: null,
    status: 'pending',
  })
  const laterForecast = createForecastRow({ pick_id: pick.id, promised: 99, line: 0.5, engine: 'other' })
  expect(await recordForecasts([laterForecast, laterForecast])).toBe(0)
  expect(await readRecord(pick.id)).toEqual(first)
  expect(await readUnrecordedPicks()).not.toContain(pick.id)
  expect(await grade(pick.id)).toMatchObject(createForecastRow({ pick_id: pick.id }))
})

it('C2 the forecast of a saved pick cannot be read before its line has ended', async () => {
  const pick = createPick()
  await merge([pick])
  await recordForecasts([createForecastRow({ pick_id: pick.id })])
  expect(await grade(pick.id, 'in-progress')).toMatchObject({ ...HIDDEN, status: 'in-progress' })
  for (const filter of ['promised', 'promised_low', 'promised_high']) {
    const { data } = await user.client.from('track_legs').select('id').eq('pick_id', pick.id).gt(filter, 0)
    expect(data).toEqual([])
  }
  expect((await user.client.from('pending_forecasts').select('*')).error?.code).toBe('42501')
  const exported = await personas.admin.rpc('export_account_page', { p_user: user.id, p_after: null })
  const own = JSON.parse(exported.data.text).tables.track_legs.find(
    (leg: { pick_id: string }) => leg.pick_id === pick.id,
  )
  expect(own).toMatchObject(HIDDEN)
  expect(await grade(pick.id)).toMatchObject({ ...createForecastRow({ pick_id: pick.id }), status: 'winner' })
  const { data } = await personas.admin.from('pending_forecasts').select('leg_id').eq('leg_id', own.id)
  expect(data).toEqual([])
})

it('P7 a forecast is recorded once by several concurrent calls', async () => {
  const picks = Array.from({ length: 10 }, () => createPick())
  await merge(picks)
  const legs = picks.map(({ id }) => createForecastRow({ pick_id: id }))
  const added = await Promise.all([
    recordForecasts(legs),
    recordForecasts(legs.toReversed()),
    recordForecasts(legs),
    recordForecasts(legs),
  ])
  expect(added.reduce((sum, one) => sum + one, 0)).toBe(10)
})

it('a leg is recorded without a forecast when the engine has none', async () => {
  const pick = createPick()
  await merge([pick])
  const noForecast = { promised: null, promised_low: null, promised_high: null, engine: null }
  expect(
    await recordForecasts([
      createForecastRow({ pick_id: pick.id, ...noForecast, person_id: null, game_pk: null }),
    ]),
  ).toBe(1)
  expect(await readRecord(pick.id)).toMatchObject({ ...noForecast, person_id: null, game_pk: null })
})

it('no forecast is recorded for unknown picks, picks of another user and expired picks', async () => {
  const other = await personas.createUser()
  const unsavedPick = createPick()
  const foreignPick = createPick()
  const expiredPick = createPick({}, 21)
  await merge([foreignPick], other)
  await user.client
    .from('my_picks')
    .insert({ id: expiredPick.id, player_name: 'X', sport: 'MLB', created_at: expiredPick.createdAt })
  const rows = [unsavedPick, foreignPick, expiredPick].map(({ id }) => createForecastRow({ pick_id: id }))
  expect(await recordForecasts(rows)).toBe(0)
  expect(await readUnrecordedPicks()).not.toContain(expiredPick.id)
  expect((await other.client.from('track_legs').select('*')).data).toEqual([])
})

it('a forecast record survives the deletion of its pick', async () => {
  const pick = createPick()
  await merge([pick])
  await recordForecasts([createForecastRow({ pick_id: pick.id })])
  await user.client.from('my_picks').delete().eq('id', pick.id)
  expect(await grade(pick.id)).toMatchObject({ promised: 61.3 })
})

it('forecast records are limited to 2000 a day for each user', async () => {
  const busy = await personas.createUser()
  const saveAndDelete = async () => {
    const picks = Array.from({ length: 800 }, () => createPick())
    expect((await merge(picks, busy)).added).toHaveLength(800)
    const added = await recordForecasts(
      picks.map(({ id }) => createForecastRow({ pick_id: id })),
      busy,
    )
    await busy.client.from('my_picks').delete().eq('user_id', busy.id)
    return added
  }
  expect([
    await saveAndDelete(),
    await saveAndDelete(),
    await saveAndDelete(),
    await saveAndDelete(),
  ]).toEqual([800, 800, 400, 0])
})

it('a deleted account gets neither picks nor forecast records', async () => {
  const deletedUser = await personas.createUser()
  await personas.admin.rpc('delete_account', { p_user: deletedUser.id, p_email: deletedUser.email })
  for (const [name, body] of [
    ['merge_picks', { p_picks: [createPick()] }],
    ['record_forecasts', { p_legs: [createForecastRow()] }],
  ] as const) {
    const { status, error } = await personas.admin.rpc(name, { p_user: deletedUser.id, ...body })
    expect([name, status, error?.message]).toEqual([name, 401, 'This account was deleted.'])
  }
})
