import { setImmediate } from 'node:timers/promises'
import postgres from 'postgres'
import { temporaryDatabase } from '../../support/services/temporary-database.ts'
import { serveEmbeddedSupabase } from '../../support/services/test-supabase.ts'
import { archiveAtOnce, generateHistory, MONTHS, TABLES } from './history/generate-history.ts'
import { atMost, type BenchOptions, figure, type Row } from './row.ts'
import { median, percentile } from './statistics.ts'

export const skippedInShortRun = 'it writes a year of rows'

/** Rows of the year before, in all four tables. */
const ROWS = Number(process.env.HISTORY_ROWS ?? 1_000_000)
const KEPT_MONTHS = 6
const ACCOUNTS_PER_CALL = 25
/** Rows that the job moves; the others move at once, because the job takes an hour for ten million. */
const MOVED_BY_JOB = 500_000
const CHARGES = 300
const PAGES = 100
const GB = 1e9

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Median of several executions, in milliseconds. */
async function medianOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const measured: number[] = []
  for (let at = 0; at < times; at += 1) measured.push(await timed(work))
  return median(measured)
}

/** A run of a random account, held and captured. */
const charge = (sql: postgres.Sql) => sql`
  with chosen as (select user_id from public.user_profiles where user_id >= gen_random_uuid() order by user_id limit 1),
    started as (select r.id, r.user_id from chosen, public.start_run(user_id, 'ai', 'Hits', 1, gen_random_uuid(), 600) r)
  select public.deliver_run(id, user_id, null, array['a']) from started`

/** Reads the rows of a random account from a table and its archive, newest first. */
const readOwn =
  (sql: postgres.Sql, table: string, archive: string, time = 'created_at') =>
  () =>
    sql.unsafe(`with chosen as materialized (
      select user_id from public.user_profiles where user_id >= gen_random_uuid() order by user_id limit 1)
    (select * from public.${table} where user_id = (select user_id from chosen) order by ${time} desc)
    union all (select * from public.${archive} where user_id = (select user_id from chosen) order by ${time} desc)`)

/** Size and speed of the tables of every request. */
async function describe(sql: postgres.Sql, when: string): Promise<Row[]> {
  const [size] = await sql<{ heap: number; indexes: number }[]>`
    select sum(pg_table_size(t))::float8 as heap, sum(pg_indexes_size(t))::float8 as indexes
      from unnest(${TABLES.map((table) => `public.${table}`)}::regclass[]) as t`
  const readLedger = () => sql`
    select public.admin_ledger(user_id, null, 50) from (
      select user_id from public.user_profiles where user_id >= gen_random_uuid() order by user_id limit 1) as chosen`
  return [
    figure(`${when}: tables`, (size?.heap ?? 0) / GB, 'GB'),
    figure(`${when}: their indexes`, (size?.indexes ?? 0) / GB, 'GB'),
    figure(`${when}: a charge, held and captured`, await medianOf(CHARGES, () => charge(sql))),
    figure(
      `${when}: the record of an account`,
      await medianOf(PAGES, readOwn(sql, 'track_legs', 'archived_legs', 'promised_at')),
    ),
    figure(
      `${when}: the past parlays of an account`,
      await medianOf(PAGES, readOwn(sql, 'past_parlays', 'archived_parlays')),
    ),
    figure(`${when}: the runs of an account`, await medianOf(PAGES, readOwn(sql, 'runs', 'archived_runs'))),
    figure(`${when}: a page of its ledger`, await medianOf(PAGES, readLedger)),
    figure(
      `${when}: the figures of /metrics`,
      await medianOf(PAGES, () => sql`select public.operations_figures()`),
    ),
    figure(
      `${when}: vacuum of the tables`,
      (await timed(() =>
        sql.unsafe(`vacuum (analyze) ${TABLES.map((table) => `public.${table}`).join(', ')}`),
      )) / 1_000,
      's',
    ),
  ]
}

/** Moves old rows by the calls of the job while another connection charges. */
async function archive(sql: postgres.Sql, user: postgres.Sql): Promise<Row[]> {
  const calls: number[] = []
  const charges: number[] = []
  let moved = 0
  let isMoving = true
  const charging = (async () => {
    while (isMoving) {
      charges.push(await timed(() => charge(user)))
      await setImmediate()
    }
  })()
  const total = await timed(async () => {
    for (let after: number | null = 0; after !== null && moved < MOVED_BY_JOB; ) {
      const startedAt = performance.now()
      const [row]: { answer: { moved: number; next: number | null } }[] = await sql`
        select public.archive_history(${KEPT_MONTHS}, ${ACCOUNTS_PER_CALL}, ${after}) as answer`
      calls.push(performance.now() - startedAt)
      moved += row?.answer.moved ?? 0
      after = row?.answer.next ?? null
    }
  })
  isMoving = false
  await charging
  return [
    figure('rows moved by the job', moved, 'rows'),
    figure('the move', total / 1_000, 's'),
    figure('rows moved a second, while charges go on', moved / (total / 1_000), 'rows/s'),
    figure('one call of the move, median', median(calls)),
    figure('one call of the move, longest', Math.max(...calls)),
    figure('a charge meanwhile, median', median(charges)),
    figure('a charge meanwhile, 99th percentile', percentile(charges, 0.99)),
  ]
}

/** Accounts whose balance is not the sum of their rows, and archived sums that are not those of the archive. */
async function countUnbalanced(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ wrong: number }[]>`
    with live as (select user_id, sum(delta) as credits from public.credit_ledger group by 1),
      archived as (select user_id, sum(delta) as credits from public.archived_ledger group by 1)
    select count(*)::int as wrong from public.user_profiles p left join live using (user_id)
      left join archived using (user_id)
      where p.credits <> p.archived_credits + coalesce(live.credits, 0)
        or p.archived_credits <> coalesce(archived.credits, 0)`
  return row?.wrong ?? -1
}

/** A server that writes no log of rows which are loaded in the transaction that emptied their table. */
async function databaseForLoading() {
  const database = await temporaryDatabase()
  const sql = postgres(database.url, { max: 1 })
  await sql`alter system set wal_level = minimal`
  await sql`alter system set max_wal_senders = 0`
  await sql`alter system set max_wal_size = '8GB'`
  await sql.end()
  await database.stop()
  await database.restart()
  return database
}

/** The tables that grow, with a year of rows, before and after the rows of the first months were archived. */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const database = await databaseForLoading()
  let generated = 0
  const connect = () => postgres(database.url, { max: 1, onnotice: () => undefined })
  const sql = connect()
  const user = connect()
  try {
    await (await serveEmbeddedSupabase(database.url)).close()
    const generating = await timed(async () => {
      generated = await generateHistory(sql, short ? 20_000 : ROWS)
    })
    const count = async () => {
      const [row] = await sql<{ rows: number }[]>`select ((select count(*) from public.credit_ledger)
        + (select count(*) from public.archived_ledger) + (select count(*) from public.runs)
        + (select count(*) from public.archived_runs) + (select count(*) from public.past_parlays)
        + (select count(*) from public.archived_parlays) + (select count(*) from public.track_legs)
        + (select count(*) from public.archived_legs))::int as rows`
      return row?.rows ?? 0
    }
    const before = await describe(sql, `${MONTHS} months`)
    const moves = await archive(sql, user)
    const atEnd = await count()
    const movingRest = await timed(() => archiveAtOnce(sql, KEPT_MONTHS))
    // Space of moved rows is reused by new ones; packed, the sizes are those of a job that ran from the beginning.
    await sql.unsafe(`vacuum full ${TABLES.map((table) => `public.${table}`).join(', ')}`)
    const after = await describe(sql, `${KEPT_MONTHS} months and the archive`)
    const charged = (await count()) - atEnd
    const detached = await timed(() =>
      sql.begin(async (owner) => {
        const [oldest] = await owner<{ name: string }[]>`select relname as name from pg_class
          where relispartition and relkind = 'r' and relname like 'archived\\_runs\\_%' order by 1 limit 1`
        await owner.unsafe(`alter table public.archived_runs detach partition public.${oldest?.name}`)
      }),
    )
    return [
      figure('rows generated', generated, 'rows'),
      figure('generating them', generating / 1_000, 's'),
      ...before,
      ...moves,
      figure('the others move at once', movingRest / 1_000, 's'),
      ...after,
      figure('a month of runs leaves the archive', detached),
      figure('rows of charges of this run', charged, 'rows'),
      {
        ...atMost(
          'accounts whose balance is not the sum of their rows',
          await countUnbalanced(sql),
          0,
          'accounts',
        ),
        counted: true,
      },
    ]
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), user.end({ timeout: 1 })])
    await database.remove()
  }
}
