import { trackLegSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { createForecastRow, createPick } from '../pick-fixtures.ts'

const GAME = 777_900
const STARTS_AT = '2026-07-18T23:05:00Z'

let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
  user = await personas.createUser()
  await call('record_odds_events', {
    p_at: '2026-07-18T12:00:00Z',
    p_day: '2026-07-18',
    p_events: [
      { id: 'closing', startsAt: STARTS_AT, day: '2026-07-18', home: 'NYM', away: 'CIN', gamePk: GAME },
    ],
  })
})
afterAll(() => personas?.close())

async function call(name: string, body: object) {
  const { data, error } = await personas.admin.rpc(name, body)
  expect(error, name).toBeNull()
  return data
}

/** Records a pick on the game with its prices. @returns reads its row of the track record */
async function recordPick(more: object = {}) {
  const pick = createPick()
  await call('merge_picks', { p_user: user.id, p_picks: [pick] })
  const prices = { price: 105, price_book: 'north', no_vig: 47.9 }
  const leg = createForecastRow({ pick_id: pick.id, game_pk: GAME, ...prices, ...more })
  expect(await call('record_forecasts', { p_user: user.id, p_legs: [leg] })).toBe(1)
  return async () =>
    trackLegSchema.parse(
      (await user.client.from('track_legs').select('*').eq('pick_id', pick.id).single()).data,
    )
}

const readLegs = (p_now: string): Promise<{ id: string }[]> =>
  call('unclosed_legs', { p_now, p_limit: 1_000 })
const readUnclosed = async (p_now: string) => (await readLegs(p_now)).map(({ id }) => id)

it('the prices of a pick are readable at once, and its close is due from the start of the game on', async () => {
  const read = await recordPick()
  const leg = await read()
  expect(leg).toMatchObject({
    price: 105,
    price_book: 'north',
    no_vig: 47.9,
    closing_no_vig: null,
    closed_at: null,
  })
  expect(await readUnclosed('2026-07-18T23:04:59Z')).not.toContain(leg.id)
  expect((await readLegs(STARTS_AT)).find(({ id }) => id === leg.id)).toMatchObject({ price_book: 'north' })
})

it('the first closing prices of a line stay, also with concurrent calls', async () => {
  const read = await recordPick()
  const { id } = await read()
  const close = (no_vig: number) => call('close_legs', { p_results: [{ id, price: -102, no_vig }] })
  const changed = await Promise.all([close(49.7), close(49.7), close(49.7)])
  expect(changed.toSorted()).toEqual([0, 0, 1])
  expect(await close(90)).toBe(0)
  expect(await read()).toMatchObject({ closing_price: -102, closing_no_vig: 49.7 })
  expect(await readUnclosed('2026-07-20T00:00:00Z')).not.toContain(id)
})

it('a line that no book quotes at the start of its game is closed without a value', async () => {
  const read = await recordPick()
  const { id } = await read()
  await call('close_legs', { p_results: [{ id, price: null, no_vig: null }] })
  const leg = await read()
  expect(leg).toMatchObject({ closing_price: null, closing_no_vig: null })
  expect(leg.closed_at).not.toBeNull()
})

it('lines without a price and lines without a game are never due', async () => {
  const withoutPrice = await (await recordPick({ price: null, price_book: null, no_vig: null }))()
  const withoutGame = await (await recordPick())()
  await call('grade_legs', { p_results: [{ id: withoutGame.id, status: 'no-game', actual: null }] })
  const due = await readUnclosed('2026-07-20T00:00:00Z')
  expect(due).not.toContain(withoutPrice.id)
  expect(due).not.toContain(withoutGame.id)
})

it('users cannot write prices of their record', async () => {
  const read = await recordPick()
  const { id } = await read()
  const { error } = await user.client.from('track_legs').update({ closing_no_vig: 99 }).eq('id', id)
  expect(error?.code).toBe('42501')
  expect((await user.client.rpc('close_legs', { p_results: [] })).error).not.toBeNull()
})
