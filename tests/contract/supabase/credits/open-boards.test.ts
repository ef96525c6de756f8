import { randomUUID } from 'node:crypto'
import { analysisCost, boardFreeUntil } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  return data as { id: string; state: string; feature: string; category: string; settled_at: string }
}
/** A run of a user that was charged some minutes ago. */
async function pay(user: User, feature: string, category: string, minutesAgo: number) {
  const run = await start(user, feature, category)
  await personas.admin.rpc('deliver_run', {
    p_run: run.id,
    p_user: user.id,
    p_picture: feature === 'image' ? 'a'.repeat(64) : null,
    p_covers: ['a'],
  })
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

const AGES = [0, 5, 9.8, 10.2, 31]
const TARGETS = [
  { paid: 'quick', wanted: 'quick', market: 'Hits' },
  { paid: 'quick', wanted: 'quick', market: 'Runs' },
  { paid: 'quick', wanted: 'quick', market: 'All Stat Lines' },
  { paid: 'quick', wanted: 'ai', market: 'Hits' },
  { paid: 'ai', wanted: 'quick', market: 'Hits' },
]
const CASES = AGES.flatMap((minutesAgo) => TARGETS.map((target) => ({ minutesAgo, ...target })))

describe('C2 an open board', () => {
  it.each(CASES)(
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
