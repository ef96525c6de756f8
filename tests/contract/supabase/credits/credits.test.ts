import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const startRun = (user: User, cost = 1, more: { key?: string; category?: string; ttl?: number } = {}) =>
  personas.admin.rpc('start_run', {
    p_user: user.id,
    p_feature: 'quick',
    // A market of each key: the board of a market that was charged stays open for ten minutes.
    p_category: more.category ?? `Market ${more.key ?? randomUUID()}`,
    p_cost: cost,
    p_key: more.key ?? randomUUID(),
    p_ttl_seconds: more.ttl ?? 600,
  })
/** Captures a run by a delivery. The call succeeds once. */
async function capture(run: { id: string; user_id: string }) {
  const body = { p_run: run.id, p_user: run.user_id, p_picture: null, p_covers: ['a player'] }
  const { data } = await personas.admin.rpc('deliver_run', body)
  return { data: data === 'captured' }
}
const release = (run: string) => personas.admin.rpc('release_run', { p_run: run, p_reason: 'a test' })

/** The balance, after checking that it equals the sum of the ledger. */
async function readBalance(user: User): Promise<number> {
  const profile = await user.client.from('user_profiles').select('credits').single()
  const ledger = await user.client.from('credit_ledger').select('delta, balance_after').order('id')
  const sum = (ledger.data ?? []).reduce((total, row) => total + row.delta, 0)
  expect(sum).toBe(profile.data?.credits)
  expect(ledger.data?.at(-1)?.balance_after).toBe(profile.data?.credits)
  return sum
}

describe('C2 credits', () => {
  it('start at 20, are held by a run, and are spent by its capture', async () => {
    const user = await personas.createUser()
    expect(await readBalance(user)).toBe(20)
    const { data: run } = await startRun(user, 3)
    expect(run).toMatchObject({ user_id: user.id, cost: 3, state: 'held' })
    expect(await readBalance(user)).toBe(17)
    expect((await capture(run)).data).toBe(true)
    expect((await capture(run)).data).toBe(false)
    expect((await release(run.id)).data).toBe(false)
    expect(await readBalance(user)).toBe(17)
  })

  it('are either captured or returned when a run is released and captured at once', async () => {
    const user = await personas.createUser()
    const { data: run } = await startRun(user, 3)
    const answers = await Promise.all([release(run.id), release(run.id), capture(run), release(run.id)])
    expect(answers.filter(({ data }) => data === true)).toHaveLength(1)
    const captured = answers[2]?.data === true
    expect(await readBalance(user)).toBe(captured ? 17 : 20)
  })

  it('are charged once per key, for concurrent and repeated calls', async () => {
    const user = await personas.createUser()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => startRun(user, 1, { key })))
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect(await readBalance(user)).toBe(19)
    const { error, status } = await startRun(user, 3, { key, category: 'All Stat Lines' })
    expect([status, error?.message]).toEqual([409, 'This key was used for another run'])
    expect(await readBalance(user)).toBe(19)
  })

  it('are held again for the key of a released run, never for the key of a captured one', async () => {
    const user = await personas.createUser()
    const key = randomUUID()
    const { data: first } = await startRun(user, 1, { key })
    await release(first.id)
    const again = await Promise.all([1, 2, 3].map(() => startRun(user, 1, { key })))
    const [second] = again.map(({ data }) => data)
    expect(new Set(again.map(({ data }) => data?.id))).toEqual(new Set([second.id]))
    expect(second).toMatchObject({ state: 'held' })
    expect(second.id).not.toBe(first.id)
    expect(await readBalance(user)).toBe(19)
    await capture(second)
    expect((await startRun(user, 1, { key })).data).toMatchObject({ id: second.id, state: 'captured' })
    expect((await startRun(user, 1, { key, category: 'Runs' })).status).toBe(409)
    expect(await readBalance(user)).toBe(19)
  })

  it('are held anew for the key of an expired hold, and refused for the key of an ended captured run', async () => {
    const user = await personas.createUser()
    const lateKey = randomUUID()
    const paidKey = randomUUID()
    const { data: held } = await startRun(user, 1, { key: lateKey, ttl: 1 })
    const { data: spent } = await startRun(user, 1, { key: paidKey, ttl: 1 })
    await capture(spent)
    const readLiveRun = async () =>
      (await personas.admin.rpc('live_run_scope', { p_run: spent.id, p_user: user.id })).data?.id ?? null
    await expect.poll(readLiveRun, { timeout: 5_000, interval: 100 }).toBeNull()
    const [answer] = await Promise.all([
      startRun(user, 1, { key: lateKey }),
      personas.admin.rpc('sweep_runs'),
      startRun(user, 1, { key: lateKey }),
    ])
    expect(answer.data).toMatchObject({ state: 'held' })
    expect(answer.data.id).not.toBe(held.id)
    const { error, status } = await startRun(user, 1, { key: paidKey })
    expect([status, error?.message]).toEqual([409, 'This analysis has ended. Start a new one.'])
    expect(await readBalance(user)).toBe(18)
  })

  it('are refused with different messages for none and for too few', async () => {
    const user = await personas.createUser()
    await startRun(user, 18)
    const { error, status } = await startRun(user, 3)
    expect([status, error?.message]).toEqual([402, 'Not enough credits'])
    expect((await startRun(user, 2)).error).toBeNull()
    expect((await startRun(user, 1)).error?.message).toBe('No credits remaining')
    expect(await readBalance(user)).toBe(0)
  })

  it('are not held with a negative cost or an invalid lifetime', async () => {
    const user = await personas.createUser()
    expect((await startRun(user, -5)).error).not.toBeNull()
    expect((await startRun(user, 1, { ttl: 0 })).status).toBe(400)
    expect((await startRun(user, 1, { ttl: 10_000_000 })).status).toBe(400)
    expect(await readBalance(user)).toBe(20)
  })

  it('cannot be changed without a ledger row, not even by the server', async () => {
    const user = await personas.createUser()
    const profile = () => personas.admin.from('user_profiles')
    expect((await profile().update({ credits: 9999 }).eq('user_id', user.id)).status).toBe(403)
    const row = { user_id: user.id, delta: 5, balance_after: 25, reason: 'grant', idempotency_key: 'x' }
    const ledger = () => personas.admin.from('credit_ledger')
    expect((await ledger().insert(row)).error?.code).toBe('42501')
    expect((await ledger().delete().eq('user_id', user.id)).error?.code).toBe('42501')
    expect(await readBalance(user)).toBe(20)
  })
})

describe('a run', () => {
  const readLiveRun = async (run: string, user: User) => {
    const { data } = await personas.admin.rpc('live_run_scope', { p_run: run, p_user: user.id })
    return data?.id ?? null
  }

  it('is live for its own user while held or captured', async () => {
    const user = await personas.createUser()
    const other = await personas.createUser()
    const { data: run } = await startRun(user)
    expect(await readLiveRun(run.id, user)).toBe(run.id)
    expect(await readLiveRun(run.id, other)).toBeNull()
    await capture(run)
    expect(await readLiveRun(run.id, user)).toBe(run.id)
    const { data: second } = await startRun(user)
    await release(second.id)
    expect(await readLiveRun(second.id, user)).toBeNull()
    expect(await readLiveRun(randomUUID(), user)).toBeNull()
  })

  it('that expired returns its credits once when several sweeps run at once', async () => {
    const user = await personas.createUser()
    const held = await Promise.all([1, 2, 3].map(() => startRun(user, 1, { ttl: 1 })))
    const activeRun = (await startRun(user)).data
    await expect
      .poll(async () => readLiveRun(held[2]?.data.id, user), { timeout: 5_000, interval: 100 })
      .toBeNull()
    await Promise.all([1, 2, 3].map(() => personas.admin.rpc('sweep_runs')))
    expect(await readBalance(user)).toBe(19)
    expect(await readLiveRun(activeRun.id, user)).toBe(activeRun.id)
    expect((await capture(held[0]?.data)).data).toBe(false)
  })
})
