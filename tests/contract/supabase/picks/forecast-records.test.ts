import { trackLegSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from './persona-clients.ts'
import { createForecastRow, createPick } from './pick-fixtures.ts'

let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
  user = await personas.createUser()
})
afterAll(() => personas?.close())

const merge = async (picks: object[], who = user) => {
  const { data, error } = await personas.admin.rpc('merge_picks', { p_user: who.id, p_picks: picks })
  if (error) throw new Error(error.message)
  return data as { added: string[]; gone: string[] }
}
const promise = async (p_legs: object[], who = user) =>
  (await personas.admin.rpc('record_promises', { p_user: who.id, p_legs })).data
const unpromised = async (who = user) =>
  (await personas.admin.rpc('unpromised_picks', { p_user: who.id })).data as string[]
const kept = async (id: string) =>
  trackLegSchema.parse((await user.client.from('track_legs').select('*').eq('pick_id', id).single()).data)

it('P7 the forecast of a pick is recorded once, and the first record stays', async () => {
  const pick = createPick()
  await merge([pick])
  expect(await unpromised()).toContain(pick.id)
  expect(await promise([createForecastRow({ pick_id: pick.id })])).toBe(1)
  const first = await kept(pick.id)
  expect(first).toMatchObject({
    ...createForecastRow({ pick_id: pick.id }),
    parlay_id: null,
    leg: null,
    status: 'pending',
  })
  const better = createForecastRow({ pick_id: pick.id, promised: 99, line: 0.5, engine: 'other' })
  expect(await promise([better, better])).toBe(0)
  expect(await kept(pick.id)).toEqual(first)
  expect(await unpromised()).not.toContain(pick.id)
})

it('P7 a forecast is recorded once by several concurrent calls', async () => {
  const picks = Array.from({ length: 10 }, () => createPick())
  await merge(picks)
  const legs = picks.map(({ id }) => createForecastRow({ pick_id: id }))
  const added = await Promise.all([promise(legs), promise(legs.toReversed()), promise(legs), promise(legs)])
  expect(added.reduce((sum, one) => sum + one, 0)).toBe(10)
})

it('a leg is recorded without a forecast when the engine has none', async () => {
  const pick = createPick()
  await merge([pick])
  const nothing = { promised: null, promised_low: null, promised_high: null, engine: null }
  expect(
    await promise([createForecastRow({ pick_id: pick.id, ...nothing, person_id: null, game_pk: null })]),
  ).toBe(1)
  expect(await kept(pick.id)).toMatchObject({ ...nothing, person_id: null, game_pk: null })
})

it('no forecast is recorded for unknown picks, picks of another user and expired picks', async () => {
  const [other, mine, theirs, old] = [
    await personas.createUser(),
    createPick(),
    createPick(),
    createPick({}, 21),
  ]
  await merge([theirs], other)
  await user.client
    .from('my_picks')
    .insert({ id: old.id, player_name: 'X', sport: 'MLB', created_at: old.createdAt })
  const promises = [mine, theirs, old].map(({ id }) => createForecastRow({ pick_id: id }))
  expect(await promise(promises)).toBe(0)
  expect(await unpromised()).not.toContain(old.id)
  expect((await other.client.from('track_legs').select('*')).data).toEqual([])
})

it('a forecast record survives the deletion of its pick', async () => {
  const pick = createPick()
  await merge([pick])
  await promise([createForecastRow({ pick_id: pick.id })])
  await user.client.from('my_picks').delete().eq('id', pick.id)
  expect(await kept(pick.id)).toMatchObject({ promised: 61.3 })
})

it('forecast records are limited to 2000 a day for each user', async () => {
  const busy = await personas.createUser()
  const round = async () => {
    const picks = Array.from({ length: 800 }, () => createPick())
    expect((await merge(picks, busy)).added).toHaveLength(800)
    const added = await promise(
      picks.map(({ id }) => createForecastRow({ pick_id: id })),
      busy,
    )
    await busy.client.from('my_picks').delete().eq('user_id', busy.id)
    return added
  }
  expect([await round(), await round(), await round(), await round()]).toEqual([800, 800, 400, 0])
})

it('a deleted account gets neither picks nor forecast records', async () => {
  const gone = await personas.createUser()
  await personas.admin.rpc('delete_account', { p_user: gone.id, p_email: gone.email })
  for (const [name, body] of [
    ['merge_picks', { p_picks: [createPick()] }],
    ['record_promises', { p_legs: [createForecastRow()] }],
  ] as const) {
    const { status, error } = await personas.admin.rpc(name, { p_user: gone.id, ...body })
    expect([name, status, error?.message]).toEqual([name, 401, 'This account was deleted.'])
  }
})
