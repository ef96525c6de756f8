import { randomUUID } from 'node:crypto'
import { signToken } from '@propsight/api/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALL_ORDERS, RACE, ROUNDS } from '../../../support/rounds.ts'
import { fetchWithRetry } from '../../../support/services/fetch-with-retry.ts'
import { createAccounts, findUnbalanced } from '../bulk-accounts.ts'
import { startTwoInstances, type TwoInstances, times } from '../two-instances.ts'

let fixture: TwoInstances
let api: TwoInstances['api']
let sql: TwoInstances['sql']
beforeAll(async () => {
  fixture = await startTwoInstances(12)
  ;({ api, sql } = fixture)
})
afterAll(() => fixture?.close())

/** 'done', or the message of the refusal. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
const countByOutcome = (outcomes: readonly (string | number)[]) =>
  Object.fromEntries(
    Map.groupBy(outcomes, (one) => one)
      .entries()
      .map(([one, all]) => [one, all.length]),
  )
const start = async (user: string, cost = 1, key = randomUUID()): Promise<string> => {
  const rows = await sql<{ id: string }[]>`
    select id from public.start_run(${user}, 'quick', ${`Market ${key}`}, ${cost}, ${key}, 600)`
  return rows[0]?.id ?? ''
}
const capture = (run: string) =>
  sql`select public.deliver_run(id, user_id, null, '{"a player"}') from public.runs where id = ${run}`

it(
  'C2 20 of 50 concurrent charges on 20 credits succeed through POST /api/runs of two instances',
  RACE,
  async () => {
    const users = await createAccounts(sql, ROUNDS)
    for (const user of users) {
      const token = await signToken({ sub: user })
      const charge = async (index: number) => {
        const body = { feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() }
        const answer = await fetchWithRetry(`${api.urls[index % 2]}/api/runs`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        })
        const { message = '' } = (await answer.json()) as { message?: string }
        return `${answer.status} ${message}`
      }
      const outcomes = await Promise.all(times(50, charge))
      expect(countByOutcome(outcomes)).toEqual({ '200 ': 20, '402 No credits remaining': 30 })
    }
    expect(await findUnbalanced(sql, users)).toEqual([])
  },
)

it('concurrent adjustments, charges, releases, refunds and grants are applied once each', RACE, async () => {
  const users = await createAccounts(sql, ROUNDS, '2020-01-31T00:00:00Z')
  const now = '2020-02-29T00:00:00Z'
  const grant = () => sql`select public.grant_monthly_credits(${now}, 7)`
  for (const user of users) {
    const capturedRun = await start(user, 3)
    await capture(capturedRun)
    const addKey = randomUUID()
    const removeKey = randomUUID()
    const adjust = (delta: number, key: string) =>
      sql`select public.adjust_credits(${user}, ${delta}, 'because', ${key}, 'admin key')`
    const refund = () => sql`select public.refund_run(${capturedRun}, 'because', 'admin key')`
    const release = async () => sql`select public.release_run(${await start(user, 2)}, 'a test')`
    const charge = async () => capture(await start(user))
    const work = [adjust, adjust].flatMap((by) => [by(5, addKey), by(-4, removeKey)])
    const outcomes = await Promise.all(
      [...work, refund(), refund(), grant(), grant(), release(), charge(), charge(), charge()].map(outcome),
    )
    expect(countByOutcome(outcomes)).toEqual({
      done: 11,
      'The credits of this analysis were given back already': 1,
    })
  }
  let granted = 1
  while (granted > 0) granted = (await grant())[0]?.grant_monthly_credits ?? 0
  // 20 at sign-up, 20 granted, +5 and -4 adjusted, 3 charged; refund and release return their holds.
  const balances = await sql<{ credits: number }[]>`
    select distinct credits from public.user_profiles where user_id = any(${users}::uuid[])`
  expect(balances).toEqual([{ credits: 38 }])
  expect(await findUnbalanced(sql, users)).toEqual([])
})

it(
  'deleting an account during its charges does not deadlock and leaves anonymous ledger rows',
  RACE,
  async () => {
    const users = await createAccounts(sql, ROUNDS)
    const [{ last } = { last: 0 }] = await sql<{ last: number }[]>`
    select max(id)::int as last from public.credit_ledger`
    const allOutcomes: string[] = []
    for (const user of users) {
      const charge = async () => capture(await start(user))
      const deleteUser = () => sql`delete from auth.users where id = ${user}`
      const work = [charge(), charge(), charge(), deleteUser(), charge(), charge(), charge(), charge()]
      allOutcomes.push(...(await Promise.all(work.map(outcome))))
    }
    const outcomes = Object.keys(countByOutcome(allOutcomes)).toSorted()
    expect(['No profile for this user', 'done']).toEqual(expect.arrayContaining(outcomes))
    if (ALL_ORDERS) expect(outcomes).toHaveLength(2)
    const remainingRuns = await sql`select from public.runs where user_id = any(${users}::uuid[])`
    expect(remainingRuns).toHaveLength(0)
    const userEntries = await sql`select from public.credit_ledger where user_id = any(${users}::uuid[])`
    expect(userEntries).toHaveLength(0)
    // Other accounts may be deleted meanwhile; their rows look the same.
    const rows = await sql<{ anonymous: boolean; n: number }[]>`
    select count(*)::int as n,
      bool_and(run_id is null and note is null and idempotency_key = 'closed:' || id) as anonymous
    from public.credit_ledger where id > ${last} and user_id is null`
    expect(rows[0]?.n).toBeGreaterThan(ROUNDS)
    expect(rows[0]?.anonymous).toBe(true)
  },
)
