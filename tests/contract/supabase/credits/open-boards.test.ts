import { randomUUID } from 'node:crypto'
import { analysisCost, boardFreeUntil } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RACE, ROUNDS, sweep } from '../../../support/rounds.ts'
import { findUnbalanced } from '../bulk-accounts.ts'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())
/** With the rights of the owner, which only the embedded service gives to a test. */
function owner() {
  const { embedded } = personas.service
  if (!embedded) throw new Error('this test needs the embedded data service')
  return embedded.sql
}

interface Run {
  id: string
  state: string
  feature: string
  category: string
  settled_at: string
}

const MINUTE_MS = 60_000
const RUN_SECONDS = 1_800

async function start(user: User, feature: string, category: string, key = randomUUID()) {
  const { data, error } = await personas.admin.rpc('start_run', {
    p_user: user.id,
    p_feature: feature,
    p_category: category,
    p_cost: analysisCost(category),
    p_key: key,
    p_ttl_seconds: RUN_SECONDS,
  })
  if (error) throw new Error(error.message)
  return data as Run
}
async function deliver(user: User, { id, feature }: { id: string; feature: string }) {
  const picture = feature === 'image' ? 'a'.repeat(64) : null
  const body = { p_run: id, p_user: user.id, p_picture: picture, p_covers: ['a'] }
  return (await personas.admin.rpc('deliver_run', body)).data as 'captured' | 'repeated' | null
}
/** A run of a user that was charged some minutes ago. */
async function pay(user: User, feature: string, category: string, minutesAgo: number) {
  const run = await start(user, feature, category)
  await deliver(user, run)
  const sql = owner()
  await sql`update public.runs set settled_at = settled_at - make_interval(secs => ${minutesAgo * 60}),
    expires_at = expires_at - make_interval(secs => ${minutesAgo * 60}) where id = ${run.id}`
  const [paid] = await sql<{ settled_at: string }[]>`select settled_at from public.runs where id = ${run.id}`
  return { ...run, settledAt: new Date(paid?.settled_at ?? '').toISOString() }
}
async function creditsOf(user: User): Promise<number> {
  const { data } = await user.client.from('user_profiles').select('credits').single()
  return data?.credits
}

const AGES = [9.8, 10.2, 0, 5, 31]
const TARGETS = [
  { paid: 'quick', wanted: 'quick', market: 'Hits' },
  { paid: 'quick', wanted: 'quick', market: 'Runs' },
  { paid: 'quick', wanted: 'quick', market: 'All Stat Lines' },
  { paid: 'quick', wanted: 'ai', market: 'Hits' },
  { paid: 'ai', wanted: 'quick', market: 'Hits' },
]
const CASES = AGES.flatMap((minutesAgo) => TARGETS.map((target) => ({ minutesAgo, ...target })))
/** Every target shortly before the end, and the open board shortly after it. */
const EXAMPLES = TARGETS.length + 1

describe('C2 an open board', () => {
  it.each(sweep(EXAMPLES, CASES))(
    'paid $minutesAgo minutes ago in $paid mode: the button and the database agree about $wanted mode, $market',
    async ({ minutesAgo, paid, wanted, market }) => {
      const user = await personas.createUser()
      const run = await pay(user, paid, 'Hits', minutesAgo)
      const before = await creditsOf(user)
      const target = { feature: wanted, category: market }
      const freeUntil = boardFreeUntil(run, target)
      const isButtonFree = freeUntil !== null && freeUntil > Date.now()
      const again = await start(user, wanted, market)
      const charged = before - (await creditsOf(user))
      expect(charged).toBe(isButtonFree ? 0 : analysisCost(market))
      expect(again.id === run.id).toBe(isButtonFree)
      expect(isButtonFree).toBe(
        minutesAgo < 10 && paid === 'quick' && wanted === 'quick' && market === 'Hits',
      )
    },
  )

  it('is charged once when it is analyzed on two devices again and again', async () => {
    const user = await personas.createUser()
    const paid = await pay(user, 'quick', 'Hits', 1)
    const again = await Promise.all(Array.from({ length: 6 }, () => start(user, 'quick', 'Hits')))
    expect(new Set(again.map(({ id }) => id))).toEqual(new Set([paid.id]))
    expect(await creditsOf(user)).toBe(20 - analysisCost('Hits'))
  })

  it('is not open before its charge, after its release, or for another account', async () => {
    const [user, other] = [await personas.createUser(), await personas.createUser()]
    const held = await start(user, 'quick', 'Hits')
    const second = await start(user, 'quick', 'Hits')
    expect(second.id).not.toBe(held.id)
    for (const { id } of [held, second])
      await personas.admin.rpc('release_run', { p_run: id, p_reason: 'a test' })
    expect((await start(user, 'quick', 'Hits')).state).toBe('held')
    const paid = await pay(user, 'quick', 'Runs', 1)
    expect((await start(other, 'quick', 'Runs')).id).not.toBe(paid.id)
  })

  it.each(['at once', 'one after the other'])(
    'is charged once when two devices start it before either has its lines, which are delivered %s',
    RACE,
    async (order) => {
      for (let round = 0; round < ROUNDS / 4; round += 1) {
        const user = await personas.createUser()
        const keys = [randomUUID(), randomUUID()]
        const runs = await Promise.all(keys.map((key) => start(user, 'quick', 'All Stat Lines', key)))
        expect(new Set(runs.map(({ id }) => id)).size).toBe(2)
        expect(await creditsOf(user)).toBe(20 - 2 * analysisCost('All Stat Lines'))
        const first = order === 'at once' ? [] : [await deliver(user, runs[0] as Run)]
        const rest = await Promise.all(runs.slice(first.length).map((run) => deliver(user, run)))
        expect([...first, ...rest].toSorted()).toEqual(['captured', 'repeated'])
        expect(await creditsOf(user)).toBe(20 - analysisCost('All Stat Lines'))
        const rights = await personas.admin.rpc('account_rights', { p_user: user.id })
        expect(rights.data.used).toBe(analysisCost('All Stat Lines'))
        // Both stay usable, their keys repeat them, and both end the free time of the one charge.
        const again = await Promise.all(keys.map((key) => start(user, 'quick', 'All Stat Lines', key)))
        expect(again.map(({ id, state }) => [id, state])).toEqual(runs.map(({ id }) => [id, 'captured']))
        expect(new Set(again.map(({ settled_at }) => settled_at)).size).toBe(1)
        expect(await findUnbalanced(owner(), [user.id])).toEqual([])
        // An administrator cannot give the returned credits back again.
        const refunds = await Promise.all(
          runs.map(({ id }) =>
            personas.admin.rpc('refund_run', { p_run: id, p_reason: 'a test', p_actor: 'a test' }),
          ),
        )
        expect(refunds.map(({ status }) => status).toSorted()).toEqual([200, 409])
        expect(await creditsOf(user)).toBe(20)
      }
    },
  )

  it('is delivered beside a delivery that has just begun', async () => {
    const user = await personas.createUser()
    const run = await start(user, 'quick', 'Hits')
    await owner().begin(async (other) => {
      // The lock that the foreign key of a new row takes.
      await other`select from public.user_profiles where user_id = ${user.id} for key share`
      expect(await deliver(user, run)).toBe('captured')
    })
  })

  it('is charged beside another market and another mode', async () => {
    const user = await personas.createUser()
    const runs = await Promise.all([
      start(user, 'quick', 'Hits'),
      start(user, 'quick', 'Runs'),
      start(user, 'ai', 'Hits'),
    ])
    const delivered = await Promise.all(runs.map((run) => deliver(user, run)))
    expect(delivered).toEqual(runs.map(() => 'captured'))
    const second = await Promise.all([start(user, 'ai', 'Hits'), start(user, 'ai', 'Hits')])
    for (const run of second) expect(await deliver(user, run)).toBe('captured')
    expect(await creditsOf(user)).toBe(15)
  })

  it('does not stay open because it is analyzed again', async () => {
    const user = await personas.createUser()
    const paid = await pay(user, 'quick', 'Hits', 9)
    expect((await start(user, 'quick', 'Hits')).id).toBe(paid.id)
    await owner()`update public.runs set settled_at = settled_at - interval '2 minutes' where id = ${paid.id}`
    expect((await start(user, 'quick', 'Hits')).id).not.toBe(paid.id)
  })
})

/** Rounding of `settled_at` may not exceed the distance of the ages to ten minutes. */
it('the ages of the table leave more than a few seconds around ten minutes', () => {
  expect(Math.min(...AGES.map((age) => Math.abs(age - 10) * MINUTE_MS))).toBeGreaterThan(10_000)
})
