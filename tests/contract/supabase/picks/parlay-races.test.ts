import { randomUUID } from 'node:crypto'
import type { JSONValue } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALL_ORDERS, RACE, ROUNDS } from '../../../support/rounds.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { createAccounts, findUnbalanced } from '../bulk-accounts.ts'
import { createForecastRow, createPick, parlaysToSave } from '../pick-fixtures.ts'
import { startTwoInstances, type TwoInstances, times } from '../two-instances.ts'

let fixture: TwoInstances
let sql: TwoInstances['sql']
beforeAll(async () => {
  fixture = await startTwoInstances(12)
  ;({ sql } = fixture)
})
afterAll(() => fixture?.close())

const json = (value: object) => sql.json(value as JSONValue)
const hold = async (user: string, key = randomUUID()): Promise<string> => {
  const rows = await sql<{ id: string }[]>`
    select id from public.start_run(${user}, 'parlay', 'Parlay', 1, ${key}, 600)`
  return rows[0]?.id ?? ''
}
const save = async (user: string, run: string, count = 2) => {
  const rows = await sql<{ id: string }[]>`
    select id from public.save_parlays(${run}, ${user}, ${json(parlaysToSave(count))})`
  return rows.map(({ id }) => id).join()
}
/** 'done', or the message of the refusal. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
const countByOutcome = (outcomes: readonly string[]) =>
  Object.fromEntries(
    Map.groupBy(outcomes, (one) => one)
      .entries()
      .map(([one, all]) => [one, all.length]),
  )
/** Runs that are charged without parlays, or parlays without a charge. */
const findHalfSaved = async (users: readonly string[]) =>
  sql<{ id: string }[]>`
    select r.id from public.runs r where r.user_id = any(${[...users]}::uuid[]) and r.feature = 'parlay'
      and (r.state = 'captured') is distinct from exists
        (select from public.past_parlays p where p.run_id = r.id)`

it(
  'P8 parlays saved during the release of their hold are both charged and saved, or neither',
  RACE,
  async () => {
    const users = await createAccounts(sql, ROUNDS)
    const allOutcomes: string[] = []
    for (const user of users) {
      const run = await hold(user)
      const release = sql`select public.release_run(${run}, 'a test')`
      const work = [outcome(save(user, run)), outcome(release), outcome(save(user, run))]
      allOutcomes.push(...(await Promise.all(work)))
    }
    const tooLate = 'These parlays came too late. Nothing was charged.'
    expect([tooLate, 'done']).toEqual(expect.arrayContaining(Object.keys(countByOutcome(allOutcomes))))
    if (ALL_ORDERS) expect(Object.keys(countByOutcome(allOutcomes))).toHaveLength(2)
    expect([...(await findHalfSaved(users))]).toEqual([])
    expect(await findUnbalanced(sql, users)).toEqual([])
  },
)

it(
  'deleting an account during its parlays and their settlement does not deadlock and leaves no rows',
  RACE,
  async () => {
    const users = await createAccounts(sql, ROUNDS)
    const allOutcomes: string[] = []
    for (const user of users) {
      const pick = createPick()
      await sql`select public.merge_picks(${user}, ${json([pick])})`
      for (let one = 0; one < 3; one += 1) await save(user, await hold(user), 3)
      const legs = await sql<{ id: string }[]>`select id from public.track_legs where user_id = ${user}`
      const parlays = await sql<{ id: string }[]>`select id from public.past_parlays where user_id = ${user}`
      const results = legs.map(({ id }) => ({ id, status: 'winner', actual: 2 }))
      const gradeLegs = () => sql`select public.grade_legs(${json(results)})`
      const gradeParlays = () =>
        sql`select public.grade_parlays(${json(parlays.map(({ id }) => ({ id, outcome: 'won', paid: 3 })))})`
      const forecastRows = [createForecastRow({ pick_id: pick.id })]
      const email = await sql<{ email: string }[]>`select email from auth.users where id = ${user}`
      const work = [
        gradeLegs(),
        hold(user).then((run) => save(user, run)),
        gradeParlays(),
        sql`select public.delete_account(${user}, ${email[0]?.email ?? ''})`,
        gradeLegs(),
        gradeParlays(),
        hold(user).then((run) => save(user, run)),
        sql`select public.merge_picks(${user}, ${json([createPick()])})`,
        sql`select public.record_forecasts(${user}, ${json(forecastRows)})`,
      ]
      allOutcomes.push(...(await Promise.all(work.map(outcome))))
    }
    const outcomes = Object.keys(countByOutcome(allOutcomes)).toSorted()
    expect(outcomes).toEqual(expect.arrayContaining(['done', 'This account was deleted.']))
    if (ALL_ORDERS) expect(outcomes).toContain('No profile for this user')
    const allowed = new Set([
      'done',
      'No profile for this user',
      'This account was deleted.',
      'There is no such parlay run',
    ])
    expect(outcomes.filter((one) => !allowed.has(one))).toEqual([])
    const remainingRows = await sql`
    select user_id from public.track_legs where user_id = any(${users}::uuid[]) union all
    select user_id from public.past_parlays where user_id = any(${users}::uuid[]) union all
    select user_id from public.my_picks where user_id = any(${users}::uuid[]) union all
    select user_id from public.deleted_picks where user_id = any(${users}::uuid[])`
    expect([...remainingRows]).toEqual([])
  },
)

it('deleting an account locks its legs in the order of the settlement', async () => {
  const [user = ''] = await createAccounts(sql, 1)
  const picks = times(20, () => createPick())
  await sql`select public.merge_picks(${user}, ${json(picks)})`
  const legs = picks.map(({ id }) => createForecastRow({ pick_id: id }))
  await sql`select public.record_forecasts(${user}, ${json(legs)})`
  // Two legs whose physical order differs from the order of their ids.
  const [pair] = await sql<{ first: string; then: string }[]>`
    select a.id as first, b.id as then from public.track_legs a join public.track_legs b on b.user_id = a.user_id
    where a.user_id = ${user} and a.id < b.id and a.ctid > b.ctid limit 1`
  if (!pair) throw new Error('all legs are stored in the order of their ids')
  const lock = (tx: typeof sql | Parameters<Parameters<typeof sql.begin>[1]>[0], id: string) =>
    tx`select from public.track_legs where id = ${id} for update`
  let deletion: Promise<string> | undefined
  await sql.begin(async (tx) => {
    await lock(tx, pair.first)
    deletion = outcome(sql`delete from auth.users where id = ${user}`)
    await waitUntil('the deletion to wait for a lock', async () => {
      const [waiting] = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and query like 'delete from auth.users%'`
      return waiting !== undefined
    })
    await lock(tx, pair.then)
  })
  expect(await deletion).toBe('done')
})
