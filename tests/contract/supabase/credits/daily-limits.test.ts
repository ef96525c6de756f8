import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUNDS } from '../../../support/rounds.ts'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const startRun = (user: User, cost = 1, key: string = randomUUID()) =>
  personas.admin.rpc('start_run', {
    p_user: user.id,
    p_feature: 'quick',
    // A market of each key: the board of a market that was charged stays open for ten minutes.
    p_category: `Market ${key}`,
    p_cost: cost,
    p_key: key,
    p_ttl_seconds: 600,
  })
const setLimit = (user: User, limit: number | null) =>
  personas.admin.rpc('set_daily_limit', { p_user: user.id, p_limit: limit })
const readRights = async (user: User) =>
  (await personas.admin.rpc('account_rights', { p_user: user.id })).data
const sql = () => {
  if (!personas.service.embedded) throw new Error('only the embedded service lets time pass')
  return personas.service.embedded.sql
}
const hoursUntil = (at: string) => (Date.parse(at) - Date.now()) / 3_600_000
/** Moves a pending limit and the runs of a user back by a day and a minute. */
const moveBackOneDay = async (user: User) => {
  await sql()`update public.daily_limits set pending_from = pending_from - interval '1441 minutes'
    where user_id = ${user.id}`
  await sql()`update public.runs set created_at = created_at - interval '1441 minutes' where user_id = ${user.id}`
}

describe('a daily limit', () => {
  it('applies at once to credits that are spent or held', async () => {
    const user = await personas.createUser()
    expect(await readRights(user)).toMatchObject({ limit: null, used: 0, pending: null })
    const { data: held } = await startRun(user, 2)
    await personas.admin.rpc('release_run', { p_run: held.id, p_reason: 'a test' })
    const { data: spent } = await startRun(user, 2)
    await personas.admin.rpc('deliver_run', {
      p_run: spent.id,
      p_user: user.id,
      p_picture: null,
      p_covers: ['a'],
    })
    await startRun(user, 1)
    expect((await setLimit(user, 4)).error).toBeNull()
    expect(await readRights(user)).toMatchObject({ limit: 4, used: 3, pending: null })

    const tooExpensive = await startRun(user, 3)
    expect([tooExpensive.status, tooExpensive.error?.message]).toEqual([
      429,
      'You have reached your daily limit of 4 credits.',
    ])
    const key = randomUUID()
    const { data: last } = await startRun(user, 1, key)
    expect(last).toMatchObject({ state: 'held' })
    const refused = await startRun(user)
    expect([refused.status, refused.error?.message]).toEqual([
      429,
      'You have reached your daily limit of 4 credits.',
    ])
    // A started run can be repeated, and a free run uses no credits.
    expect((await startRun(user, 1, key)).data.id).toBe(last.id)
    expect((await startRun(user, 0)).error).toBeNull()
    await personas.admin.rpc('release_run', { p_run: last.id, p_reason: 'a test' })
    expect((await startRun(user)).error).toBeNull()
    const { data } = await user.client.from('user_profiles').select('credits').single()
    expect(data?.credits).toBe(16)
  })

  it('of 0 refuses every charge before the balance is checked', async () => {
    const user = await personas.createUser()
    await setLimit(user, 0)
    const { error } = await startRun(user, 100)
    expect(error?.message).toBe('You have reached your daily limit of 0 credits.')
  })

  it.each([
    ['raised', 9],
    ['removed', null],
  ])('that is %s changes after 24 hours', async (_, limit) => {
    const user = await personas.createUser()
    await setLimit(user, 3)
    await setLimit(user, limit)
    const requested = await readRights(user)
    expect(requested).toMatchObject({ limit: 3, pending: { limit } })
    expect(hoursUntil(requested.pending.from)).toBeGreaterThan(23.9)
    expect(hoursUntil(requested.pending.from)).toBeLessThanOrEqual(24)
    // Repeating the request does not restart the wait.
    await setLimit(user, limit)
    expect((await readRights(user)).pending.from).toBe(requested.pending.from)
    if (!personas.service.embedded) return
    expect((await startRun(user, 4)).status).toBe(429)
    await moveBackOneDay(user)
    expect(await readRights(user)).toMatchObject({ limit, pending: null })
    expect((await startRun(user, 4)).error).toBeNull()
  })

  it('that is pending can be lowered without a longer wait, but not raised', async () => {
    const user = await personas.createUser()
    await setLimit(user, 3)
    await setLimit(user, 50)
    const { pending: first } = await readRights(user)
    await setLimit(user, 20)
    expect((await readRights(user)).pending).toEqual({ limit: 20, from: first.from })
    await setLimit(user, 60)
    const { pending: second } = await readRights(user)
    expect(second.limit).toBe(60)
    expect(Date.parse(second.from)).toBeGreaterThan(Date.parse(first.from))
    await setLimit(user, 2)
    expect(await readRights(user)).toMatchObject({ limit: 2, pending: null })
  })

  it('counts the last 24 hours only', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service lets time pass')
    const user = await personas.createUser()
    await setLimit(user, 1)
    await startRun(user)
    expect((await startRun(user)).status).toBe(429)
    await moveBackOneDay(user)
    expect((await startRun(user)).error).toBeNull()
    return undefined
  })

  it.each([-1, 1_001])('of %d is refused', async (limit) => {
    expect((await setLimit(await personas.createUser(), limit)).status).toBe(400)
  })

  it('of an unknown user is refused', async () => {
    const { status } = await personas.admin.rpc('set_daily_limit', { p_user: randomUUID(), p_limit: 3 })
    expect(status).toBe(404)
  })

  it('holds against 50 concurrent charges', async () => {
    const user = await personas.createUser()
    await setLimit(user, 5)
    const answers = await Promise.all(Array.from({ length: 50 }, () => startRun(user)))
    const refused = answers.flatMap(({ error, status }) => (error ? [`${status} ${error.message}`] : []))
    expect(refused).toHaveLength(45)
    expect(new Set(refused)).toEqual(new Set(['429 You have reached your daily limit of 5 credits.']))
    expect(await readRights(user)).toMatchObject({ limit: 5, used: 5 })
  })

  it('holds during concurrent charges and attempts to raise it', async () => {
    const user = await personas.createUser()
    await setLimit(user, 3)
    for (let round = 0; round < ROUNDS; round += 1) {
      const [, , ...answers] = await Promise.all([
        setLimit(user, 1_000),
        setLimit(user, null),
        ...Array.from({ length: 8 }, () => startRun(user)),
      ])
      const charged = answers.flatMap(({ data }) => (data ? [data.id] : []))
      expect([round, charged.length]).toEqual([round, 3])
      await Promise.all(
        charged.map((id) => personas.admin.rpc('release_run', { p_run: id, p_reason: 'a test' })),
      )
    }
    expect(await readRights(user)).toMatchObject({ limit: 3, used: 0 })
    const { data } = await user.client.from('user_profiles').select('credits').single()
    expect(data?.credits).toBe(20)
  }, 60_000)
})
