import { PLANS, STARTING_CREDITS } from '@propsight/shared/domain'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitUntil } from '../../../support/wait-until.ts'
import { createAccounts, findUnbalanced } from '../bulk-accounts.ts'
import { openPersonas, type Personas } from '../persona-clients.ts'

let personas: Personas
let sql: NonNullable<Personas['service']['embedded']>['sql']
beforeAll(async () => {
  personas = await openPersonas()
  if (personas.service.embedded) sql = personas.service.embedded.sql
})
afterAll(() => personas?.close())
beforeEach((context) => {
  if (!personas.service.embedded) context.skip('only the embedded service opens its database')
})

const grant = async (now: string, limit = 500): Promise<number> => {
  const { data, error } = await personas.admin.rpc('grant_monthly_credits', { p_now: now, p_limit: limit })
  if (error) throw new Error(error.message)
  return data
}
/** Grants in batches until none is due, like the job. */
const grantAll = async (now: string, limit?: number) => {
  let granted = await grant(now, limit)
  while (granted > 0) granted = await grant(now, limit)
}
/** Keys and amounts of the grants of a user, in order. */
const grantsOf = async (user: string | undefined) => {
  const { data } = await personas.admin
    .from('credit_ledger')
    .select('idempotency_key, delta')
    .eq('user_id', user)
    .eq('reason', 'grant')
    .order('id')
  return (data ?? []).map((row) => `${row.idempotency_key} ${row.delta}`)
}
const creditsOf = async (user: string | undefined) =>
  (await personas.admin.from('user_profiles').select('credits').eq('user_id', user).single()).data?.credits
const setPlan = (user: string | undefined, plan: string) =>
  personas.admin.from('user_profiles').update({ plan }).eq('user_id', user)

describe('C1 monthly credits', () => {
  it.each(Object.entries(PLANS))('of the plan %s equal the price list', async (plan, terms) => {
    expect((await personas.admin.rpc('plan_credits', { p_plan: plan })).data).toBe(terms.creditsPerMonth)
    const [user] = await createAccounts(sql, 1, '2020-03-10T08:30:00Z')
    await setPlan(user, plan)
    await grantAll('2020-04-10T08:30:00Z')
    expect(await grantsOf(user)).toEqual([`grant:1 ${terms.creditsPerMonth}`])
    expect(await creditsOf(user)).toBe(STARTING_CREDITS + terms.creditsPerMonth)
  })

  it('are granted at the due second and not before', async () => {
    const [user] = await createAccounts(sql, 1, '2020-03-10T08:30:00Z')
    await grantAll('2020-04-10T08:29:59.999Z')
    expect(await grantsOf(user)).toEqual([])
    await grantAll('2020-04-10T08:30:00Z')
    await grantAll('2020-04-10T08:30:00Z')
    expect(await grantsOf(user)).toEqual(['grant:1 20'])
  })

  it('are granted on the last day of a shorter month, and on the 31st again afterwards', async () => {
    const [user] = await createAccounts(sql, 1, '2020-01-31T23:30:00Z')
    const due = [
      ['2020-02-29T23:30:00Z', 1],
      ['2020-03-31T23:30:00Z', 2],
      ['2020-04-30T23:30:00Z', 3],
      ['2020-05-31T23:30:00Z', 4],
      ['2021-02-28T23:30:00Z', 13],
    ] as const
    for (const [at, period] of due) {
      await grantAll(new Date(Date.parse(at) - 1).toISOString())
      expect(await grantsOf(user)).toHaveLength(period - 1)
      await grantAll(at)
      expect(await grantsOf(user)).toHaveLength(period)
    }
  })

  it('follow the plan that the user has on the due day', async () => {
    const [user] = await createAccounts(sql, 1, '2020-03-10T00:00:00Z')
    await grantAll('2020-04-10T00:00:00Z')
    await setPlan(user, 'premium')
    await grantAll('2020-05-09T00:00:00Z')
    expect(await grantsOf(user)).toEqual(['grant:1 20'])
    await grantAll('2020-05-10T00:00:00Z')
    await setPlan(user, 'basic')
    await grantAll('2020-06-10T00:00:00Z')
    expect(await grantsOf(user)).toEqual(['grant:1 20', 'grant:2 500', 'grant:3 100'])
    expect(await creditsOf(user)).toBe(20 + 20 + 500 + 100)
  })

  it('of three missed months are granted once each', async () => {
    const users = await createAccounts(sql, 3, '2020-03-10T00:00:00Z')
    await grantAll('2020-06-20T00:00:00Z', 2)
    for (const user of users) expect(await grantsOf(user)).toEqual(['grant:1 20', 'grant:2 20', 'grant:3 20'])
  })

  it('are granted to self-excluded users too', async () => {
    const [user] = await createAccounts(sql, 1, '2020-03-10T00:00:00Z')
    expect((await personas.admin.rpc('self_exclude', { p_user: user, p_days: 30 })).error).toBeNull()
    await grantAll('2020-04-10T00:00:00Z')
    expect(await grantsOf(user)).toEqual(['grant:1 20'])
  })

  it('are granted once per period, even when the period count of the profile was reset', async () => {
    const [user] = await createAccounts(sql, 1, '2020-03-10T00:00:00Z')
    await grantAll('2020-05-10T00:00:00Z')
    await sql`update public.user_profiles set granted_periods = 0 where user_id = ${user ?? ''}`
    await grantAll('2020-05-10T00:00:00Z')
    expect(await grantsOf(user)).toEqual(['grant:1 20', 'grant:2 20'])
    expect(await creditsOf(user)).toBe(60)
  })

  it('are granted once per period by 200 calls from 8 workers, and balances equal the ledger', {
    timeout: 60_000,
  }, async () => {
    const users = await createAccounts(sql, 60, '2020-01-31T00:00:00Z')
    const grantCounts: number[] = []
    const grantRepeatedly = async () => {
      for (let call = 0; call < 25; call += 1) grantCounts.push(await grant('2020-07-30T00:00:00Z', 7))
    }
    await Promise.all(Array.from({ length: 8 }, grantRepeatedly))
    expect(grantCounts).toHaveLength(200)
    await grantAll('2020-07-30T00:00:00Z')
    const rows = await sql<{ n: number; periods: number }[]>`
      select count(*)::int as n, count(distinct idempotency_key)::int as periods from public.credit_ledger
      where user_id = any(${users}::uuid[]) and reason = 'grant' group by user_id`
    expect(rows).toHaveLength(users.length)
    for (const row of rows) expect(row).toEqual({ n: 5, periods: 5 })
    expect(await findUnbalanced(sql, users)).toEqual([])
  })

  it('are neither lost nor doubled when the granting connection is killed', async () => {
    const users = await createAccounts(sql, 200, '2020-01-10T00:00:00Z')
    const [last = ''] = await createAccounts(sql, 1, '2020-01-10T00:00:01Z')
    const now = '2020-02-10T00:00:01Z'
    const open = () => postgres(personas.service.embedded?.databaseUrl ?? '', { max: 1, onnotice: () => {} })
    const blocker = open()
    const worker = open()
    try {
      const [backend] = await worker<{ pid: number }[]>`select pg_backend_pid() as pid`
      const isBlocked = async () => {
        const rows = await sql`select from pg_stat_activity
          where pid = ${backend?.pid ?? 0} and wait_event_type = 'Lock'`
        return rows.length === 1
      }
      // An open transaction has inserted the key of the last user, so the grant blocks on its last row.
      await blocker`begin`
      await blocker`set local session_replication_role = 'replica'`
      await blocker`insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
        values (${last}, 20, 40, 'grant', 'grant:1')`
      const outcome = worker`select public.grant_monthly_credits(${now}, 1000)`.then(
        () => 'granted',
        () => 'killed',
      )
      await waitUntil('the grant to wait for the lock', isBlocked)
      await sql`select pg_terminate_backend(${backend?.pid ?? 0})`
      expect(await outcome).toBe('killed')
      await blocker`rollback`
    } finally {
      await Promise.all([blocker.end({ timeout: 1 }), worker.end({ timeout: 1 })])
    }
    const readGrantCounts = () => sql<{ n: number }[]>`
      select count(*)::int as n from public.credit_ledger
      where user_id = any(${[...users, last]}::uuid[]) and reason = 'grant' group by user_id`
    expect(await readGrantCounts()).toEqual([])
    await grantAll(now)
    expect(await readGrantCounts()).toEqual([...users, last].map(() => ({ n: 1 })))
    expect(await findUnbalanced(sql, [...users, last])).toEqual([])
  })
})
