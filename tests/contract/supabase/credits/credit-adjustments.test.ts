import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const ACTOR = 'admin key'
const adjust = (user: string, delta: number, more: { key?: string; reason?: string } = {}) =>
  personas.admin.rpc('adjust_credits', {
    p_user: user,
    p_delta: delta,
    p_reason: more.reason ?? 'a good reason',
    p_key: more.key ?? randomUUID(),
    p_actor: ACTOR,
  })
const setPlan = (user: string, plan: string) =>
  personas.admin.rpc('set_plan', { p_user: user, p_plan: plan, p_reason: 'they paid', p_actor: ACTOR })
const refund = (run: string, reason = 'the logs were wrong') =>
  personas.admin.rpc('refund_run', { p_run: run, p_reason: reason, p_actor: ACTOR })
const createRun = async (user: User, cost: number, state: 'held' | 'captured' | 'released') => {
  const { data: run } = await personas.admin.rpc('start_run', {
    p_user: user.id,
    p_feature: 'quick',
    p_category: 'Hits',
    p_cost: cost,
    p_key: randomUUID(),
    p_ttl_seconds: 600,
  })
  if (state === 'captured')
    await personas.admin.rpc('deliver_run', {
      p_run: run.id,
      p_user: user.id,
      p_picture: null,
      p_covers: ['a'],
    })
  if (state === 'released') await personas.admin.rpc('release_run', { p_run: run.id, p_reason: 'a test' })
  return run.id as string
}
/** The balance, after checking that it equals the sum of the ledger. */
async function readBalance(user: User): Promise<number> {
  const profile = await user.client.from('user_profiles').select('credits').single()
  const ledger = await user.client.from('credit_ledger').select('delta').order('id')
  expect((ledger.data ?? []).reduce((sum, row) => sum + row.delta, 0)).toBe(profile.data?.credits)
  return profile.data?.credits
}
const readNewestEntry = async (user: User) =>
  (await user.client.from('credit_ledger').select('*').order('id', { ascending: false }).limit(1).single())
    .data
const readAuditLog = async (user: User) =>
  (
    await personas.admin
      .from('admin_actions')
      .select('actor, action, detail')
      .eq('target', user.id)
      .order('id')
  ).data

describe('a credit adjustment', () => {
  it('writes a ledger row with its reason and an audit log entry', async () => {
    const user = await personas.createUser()
    expect((await adjust(user.id, 30)).data).toBe(50)
    expect((await adjust(user.id, -45, { reason: '  a mistake  ' })).data).toBe(5)
    expect(await readBalance(user)).toBe(5)
    expect(await readNewestEntry(user)).toMatchObject({
      delta: -45,
      balance_after: 5,
      reason: 'adjustment',
      note: 'a mistake',
      run_id: null,
    })
    const first = { delta: 30, before: 20, after: 50, reason: 'a good reason' }
    const second = { delta: -45, before: 50, after: 5, reason: 'a mistake' }
    expect(await readAuditLog(user)).toEqual([
      { actor: ACTOR, action: 'adjust-credits', detail: first },
      { actor: ACTOR, action: 'adjust-credits', detail: second },
    ])
  })

  it('is applied once per key, for concurrent and repeated calls', async () => {
    const user = await personas.createUser()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => adjust(user.id, 5, { key })))
    expect(answers.map(({ data }) => data)).toEqual(answers.map(() => 25))
    expect((await adjust(user.id, 5, { key })).data).toBe(25)
    for (const other of [adjust(user.id, 6, { key }), adjust(user.id, 5, { key, reason: 'another' })]) {
      const { status, error } = await other
      expect([status, error?.message]).toEqual([409, 'This key was used for another adjustment'])
    }
    expect(await readBalance(user)).toBe(25)
    expect(await readAuditLog(user)).toHaveLength(1)
  })

  it('C2 is refused, and not logged, when it exceeds the balance', async () => {
    const user = await personas.createUser()
    const { status, error } = await adjust(user.id, -21)
    expect([status, error?.message]).toEqual([409, 'Not enough credits'])
    expect((await adjust(user.id, -20)).data).toBe(0)
    expect(await readBalance(user)).toBe(0)
    expect(await readAuditLog(user)).toHaveLength(1)
  })

  it.each([
    ['no reason', { p_reason: null }, 400],
    ['a reason of blanks', { p_reason: '     ' }, 400],
    ['a reason beyond 500 characters', { p_reason: 'a'.repeat(501) }, 400],
    ['no amount', { p_delta: 0 }, 400],
    ['no key', { p_key: null }, 400],
    ['an unknown user', { p_user: randomUUID() }, 404],
  ])('is refused with %s', async (_, change, expected) => {
    const user = await personas.createUser()
    const call = {
      p_user: user.id,
      p_delta: 1,
      p_reason: 'because',
      p_key: randomUUID(),
      p_actor: ACTOR,
      ...change,
    }
    expect((await personas.admin.rpc('adjust_credits', call)).status).toBe(expected)
    expect(await readBalance(user)).toBe(20)
    expect(await readAuditLog(user)).toEqual([])
  })
})

describe('a refund', () => {
  it('returns the credits of a captured run once', async () => {
    const user = await personas.createUser()
    const run = await createRun(user, 3, 'captured')
    const answers = await Promise.all([refund(run), refund(run), refund(run)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await refund(run)).error?.message).toBe('The credits of this analysis were given back already')
    expect(await readBalance(user)).toBe(20)
    expect(await readNewestEntry(user)).toMatchObject({
      delta: 3,
      reason: 'refund',
      run_id: run,
      note: 'the logs were wrong',
    })
    const detail = { run, credits: 3, was: 'captured', reason: 'the logs were wrong' }
    expect(await readAuditLog(user)).toEqual([{ actor: ACTOR, action: 'refund-run', detail }])
  })

  it('of a held run releases it, after which it cannot be charged', async () => {
    const user = await personas.createUser()
    const run = await createRun(user, 3, 'held')
    expect((await refund(run)).data).toBe(20)
    expect(
      (
        await personas.admin.rpc('deliver_run', {
          p_run: run,
          p_user: user.id,
          p_picture: null,
          p_covers: ['a'],
        })
      ).data,
    ).toBeNull()
    expect((await readNewestEntry(user)).reason).toBe('release')
    expect((await refund(run)).status).toBe(409)
    expect(await readBalance(user)).toBe(20)
  })

  it('of a released or unknown run is refused', async () => {
    const user = await personas.createUser()
    expect((await refund(await createRun(user, 3, 'released'))).status).toBe(409)
    const { status, error } = await refund(randomUUID())
    expect([status, error?.message]).toEqual([404, 'There is no such analysis'])
    expect(await readAuditLog(user)).toEqual([])
  })
})

describe('C1 a plan change', () => {
  it('is logged with its reason and costs no credit', async () => {
    const user = await personas.createUser()
    expect((await setPlan(user.id, 'premium')).error).toBeNull()
    const profile = await user.client.from('user_profiles').select('plan').single()
    expect(profile.data?.plan).toBe('premium')
    const detail = { before: 'free', after: 'premium', reason: 'they paid' }
    expect(await readAuditLog(user)).toEqual([{ actor: ACTOR, action: 'set-plan', detail }])
    expect(await readBalance(user)).toBe(20)
  })

  it('is refused for an unknown plan or an unknown user', async () => {
    const user = await personas.createUser()
    expect((await setPlan(user.id, 'gold')).status).toBe(400)
    expect((await setPlan(randomUUID(), 'basic')).status).toBe(404)
    expect(await readAuditLog(user)).toEqual([])
  })
})
