import type postgres from 'postgres'

/** The tables that grow with use, of which `archive_history` moves the old rows. */
export const TABLES = ['credit_ledger', 'runs', 'past_parlays', 'track_legs'] as const
const ARCHIVES = [
  ['credit_ledger', 'archived_ledger', 'created_at'],
  ['runs', 'archived_runs', 'created_at'],
  ['past_parlays', 'archived_parlays', 'created_at'],
  ['track_legs', 'archived_legs', 'promised_at'],
] as const
export const MONTHS = 12
/** Of an account in a month: runs, of which each fifth made a parlay of three lines, and saved picks. */
const RUNS = 20
const PARLAYS = 4
const PICKS = 12
/** Each run has two rows in the ledger, and each month a grant. */
const ROWS_PER_MONTH = RUNS + PARLAYS + PARLAYS * 3 + PICKS + 2 * RUNS + 1
/** Bytes of a parlay with its three players, as the API stores it. */
const PARLAY_BYTES = 1_900

/**
 * Runs work on emptied tables without keys, checks and indexes, which return at the end: much faster than row by row.
 * In one transaction, so that a server with `wal_level=minimal` writes no log of the rows.
 */
async function withoutIndexes(sql: postgres.TransactionSql, work: () => Promise<void>): Promise<void> {
  const tables = TABLES.map((table) => `public.${table}`)
  const constraints = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
      where (conrelid = any (${tables}::regclass[]) and contype in ('p', 'u', 'f', 'c'))
        or (confrelid = any (${tables}::regclass[]) and contype = 'f')
      order by contype <> 'f', contype = 'p'`
  for (const { table, name } of constraints) await sql.unsafe(`alter table ${table} drop constraint ${name}`)
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = any (${tables}::regclass[])`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  await sql.unsafe(`truncate ${tables.join(', ')}`)
  await work()
  process.stderr.write('  indexes\n')
  await sql`set local maintenance_work_mem = '1GB'`
  for (const { definition } of indexes) await sql.unsafe(definition)
  // The rows are generated with keys of their own, so that foreign keys and checks need no scan.
  for (const { table, name, definition } of constraints.toReversed())
    await sql.unsafe(
      `alter table ${table} add constraint ${name} ${definition}${/^(FOREIGN|CHECK)/.test(definition) ? ' not valid' : ''}`,
    )
}

/**
 * Generates accounts with a year of ledger, runs, parlays and track record, in the order of time.
 * @param rows approximate number of rows in all tables
 * @returns the number of rows
 */
export async function generateHistory(sql: postgres.Sql, rows: number): Promise<number> {
  const accounts = Math.max(1, Math.round(rows / (MONTHS * ROWS_PER_MONTH)))
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`insert into auth.users (id, email, email_confirmed_at)
      select gen_random_uuid(), 'account-' || n || '@example.com', now() from generate_series(1, ${accounts}) n`
    // The runs of a month use up its grant, so that the adjustment at the end is the balance.
    await transaction`insert into public.user_profiles (user_id, email, attested_21_at, created_at, granted_periods,
        credits)
      select id, email, now(), now() - make_interval(months => ${MONTHS}), ${MONTHS}, 1000000 from auth.users`
    await withoutIndexes(transaction, async () => {
      for (let month = MONTHS; month > 0; month -= 1) {
        process.stderr.write(`  month ${MONTHS - month + 1} of ${MONTHS}\n`)
        await generateMonth(transaction, month)
      }
      await transaction`insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
        select user_id, 1000000, 1000000, 'adjustment', 'adjust:bench' from public.user_profiles`
    })
  })
  await sql`vacuum (analyze)`
  return accounts * (MONTHS * ROWS_PER_MONTH + 1)
}

/** Generates the rows of the month that began `month` months ago. */
async function generateMonth(sql: postgres.TransactionSql, month: number): Promise<void> {
  // Sorted once for all tables, whose rows are stored in the order of their time. The other random ids follow from these:
  // the server makes ids slowly.
  await sql`set local work_mem = '256MB'`
  await sql`create temporary table made on commit drop as
    select gen_random_uuid() as id, p.user_id, n, now() - make_interval(months => ${month})
        + random() * interval '27 days' as at
      from public.user_profiles p, generate_series(1, ${RUNS}) n order by at`
  await sql`insert into public.runs (id, user_id, feature, category, cost, idempotency_key, state, created_at,
      expires_at, settled_at)
    select id, user_id, case when n <= ${PARLAYS} then 'parlay' else 'quick' end, 'Hits', 1, id,
        'captured', at, at + interval '30 minutes', at + interval '2 seconds' from made`
  await sql`insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key, created_at)
    select user_id, 20, 20, case when ${month} = ${MONTHS} then 'welcome' else 'grant' end,
        case when ${month} = ${MONTHS} then 'welcome' else 'grant:' || ${MONTHS - month} end,
        now() - make_interval(months => ${month}) from public.user_profiles`
  await sql`insert into public.credit_ledger (user_id, delta, balance_after, reason, run_id, idempotency_key,
      created_at)
    select user_id, delta, 20, reason, id, key, created_at from made cross join lateral (values
      (-1, 'hold', 'hold:' || id, at), (0, 'capture', 'settle:' || id, at + interval '2 seconds'))
      as row (delta, reason, key, created_at)`
  await sql`insert into public.past_parlays (id, user_id, run_id, parlay_size, overall_confidence, picks, details,
      created_at, outcome, paid, settled_at)
    select id, user_id, id, 3, 20, '[]', jsonb_build_object('text', repeat('x', ${PARLAY_BYTES - 64}), 'n', id), at,
        'lost', 0, at + interval '1 day'
      from made where n <= ${PARLAYS}`
  await sql`insert into public.track_legs (id, user_id, pick_id, parlay_id, leg, player_name, team, person_id, game_pk,
      league_day, stat_type, line, side, odds_type, promised, promised_at, status, actual, settled_at)
    select md5(id::text || leg)::uuid, user_id, case when n > ${PARLAYS} then 'pick_' || id end,
        case when n <= ${PARLAYS} then id end, case when n <= ${PARLAYS} then leg end, 'A Player', 'NYY', 660271,
        777001, at::date, 'Hits', 1.5, 'OVER', 'standard', 55, at, 'loser', 1, at + interval '1 day'
      from made, generate_series(1, case when n <= ${PARLAYS} then 3 else 1 end) leg
      where n <= ${PARLAYS + PICKS}`
  await sql`drop table made`
}

/** Moves all rows older than `months` months to the archive, as a job that runs from the beginning has moved them. */
export const archiveAtOnce = (sql: postgres.Sql, months: number) =>
  sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`set local work_mem = '256MB'`
    await transaction`select public.add_archive_months(now() - make_interval(months => ${MONTHS}), now())`
    await transaction`update public.user_profiles p set archived_credits = p.archived_credits + s.credits
      from (select user_id, sum(delta) as credits from public.credit_ledger
        where created_at < now() - make_interval(months => ${months}) group by 1) as s
      where p.user_id = s.user_id`
    for (const [table, archive, time] of ARCHIVES) {
      process.stderr.write(`  ${archive}\n`)
      const old = `where ${time} < now() - make_interval(months => ${months})`
      await transaction.unsafe(`insert into public.${archive} select * from public.${table} ${old}
        order by user_id, ${time}`)
      await transaction.unsafe(`delete from public.${table} ${old}`)
    }
  })
