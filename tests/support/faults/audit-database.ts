import postgres from 'postgres'
import { waitUntil } from '../wait-until.ts'
import type { Acknowledged } from './background-load.ts'

/**
 * Time limit of a job: longer than two polls plus the time after which the run of a dead instance is taken
 * over.
 */
const JOB_MS = 45_000
/** Longer than any transaction of the product. */
const OPEN_TRANSACTION_SECONDS = 15
const SWEEP = 'sweep-runs'

type Found = { rule: string; count: number }

/**
 * Checks the invariants of the database that hold after any fault.
 * @returns a sentence for each violated rule
 */
export async function auditDatabase(databaseUrl: string, acknowledged: Acknowledged): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const ids = (kind: keyof Acknowledged) => acknowledged[kind].map(({ id }) => id)
  try {
    const found = await sql<Found[]>`
      select 'accounts whose balance is not the sum of their ledger' as rule, count(*)::int as count
      from public.user_profiles p where p.credits <>
        (select coalesce(sum(delta), 0) from public.credit_ledger l where l.user_id = p.user_id)
      union all
      select 'parlays charged and not saved, or saved and not charged', count(*)::int from public.runs r
      where r.feature = 'parlay'
        and (r.state = 'captured') <> exists (select from public.past_parlays a where a.run_id = r.id)
      union all
      select 'runs whose ledger does not match their state', count(*)::int from public.runs r
      where (select array_agg(l.reason order by l.id) from public.credit_ledger l where l.run_id = r.id)
        is distinct from case r.state when 'held' then array['hold']
          when 'captured' then array['hold', 'capture'] else array['hold', 'release'] end
      union all
      select 'codes used more often than they allow', count(*)::int from public.access_codes c
      where c.max_uses < c.uses_count + (select count(*) from public.access_code_reservations v
        where v.code = c.code and v.consumed_at is null and v.user_id is not null)
      union all
      select 'picks that were acknowledged and are missing',
        count(*) filter (where not exists (select from public.my_picks m where m.id = k.id))::int
      from unnest(${ids('picks')}::text[]) as k (id)
      union all
      select 'parlays that were acknowledged and are missing',
        count(*) filter (where not exists (select from public.past_parlays a where a.id = k.id))::int
      from unnest(${ids('parlays')}::uuid[]) as k (id)
      union all
      select 'charges that were acknowledged and are missing',
        count(*) filter (where not exists (select from public.runs r where r.id = k.id))::int
      from unnest(${ids('runs')}::uuid[]) as k (id)
      union all
      select 'transactions that stay open without a statement', count(*)::int from pg_stat_activity
      where state like 'idle in transaction%'
        and state_change < now() - make_interval(secs => ${OPEN_TRANSACTION_SECONDS})
      union all
      select 'lock waits that do not end', count(*)::int from pg_stat_activity
      where wait_event_type = 'Lock'
        and state_change < now() - make_interval(secs => ${OPEN_TRANSACTION_SECONDS})`
    return found.filter(({ count }) => count > 0).map(({ rule, count }) => `${count} ${rule}`)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/**
 * Expires every open hold and requests the job that releases expired holds.
 * @returns a sentence if the job does not run or a hold stays open
 */
export async function expireHolds(databaseUrl: string): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`update public.runs set expires_at = now() where state = 'held'`
    await sql`insert into pgboss.job (name, policy) values (${SWEEP}, 'short') on conflict do nothing`
    await waitUntil(
      'the job to release expired holds',
      async () => {
        const [row] = await sql<{ open: number }[]>`
          select count(*)::int as open from public.runs where state = 'held' and expires_at <= now()`
        return row?.open === 0
      },
      JOB_MS,
    )
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** Number of other connections to this database, including idle ones. */
export async function countConnections(databaseUrl: string): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    return row?.count ?? 0
  } finally {
    await sql.end({ timeout: 2 })
  }
}
