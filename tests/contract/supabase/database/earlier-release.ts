import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type postgres from 'postgres'
import { serveEmbeddedSupabase } from '../../../support/services/test-supabase.ts'

const FOLDER = join(import.meta.dirname, '../../../../supabase/migrations')

/** Before every migration: the auth service and the roles only. */
export const NOTHING = '00000000000000'

/** Version of the first migration, from which a new database begins. */
export const baselineVersion = async (): Promise<string> =>
  (await readdir(FOLDER)).toSorted()[0]?.slice(0, 14) ?? ''

/**
 * Migrates an empty database to an earlier schema. Later migrations are marked as applied during the migration, and
 * unmarked afterwards.
 * @param last version of the newest migration that is applied; before the baseline, the database has the auth service
 * and the roles only
 */
export async function migrateToRelease(sql: postgres.Sql, databaseUrl: string, last: string): Promise<void> {
  const versions = (await readdir(FOLDER))
    .map((file) => file.slice(0, 14))
    .filter((version) => version > last)
  await sql.unsafe(`create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`)
  await sql`insert into supabase_migrations.schema_migrations (version) select unnest(${versions}::text[])`
  // After migrating, the service checks for columns and comments that a later migration may add.
  const failure = await serveEmbeddedSupabase(databaseUrl).then(
    (service) => service.close(),
    (error: unknown) => String(error),
  )
  if (failure && !/does not exist/.test(failure)) throw new Error(`the service on ${last}: ${failure}`)
  await sql`delete from supabase_migrations.schema_migrations where version > ${last}`
}

export interface ReleaseData {
  code: string
  /** An administrator with 3 credits spent, 1 held, three picks, a parlay and a session. */
  pat: { id: string; email: string; heldRun: string; refreshToken: string }
  /** An account that has not redeemed its code yet, with an expired hold of 2 credits. */
  kim: { id: string }
  /** The e-mail address that reserved the last use of the code. */
  reservedEmail: string
}

export const ATTESTED = '2026-01-02T03:04:05.000Z'

/** Creates an account through the sign-up gate. @param days age of the account @returns its id */
async function createAccountOfAge(
  sql: postgres.Sql,
  code: string,
  email: string,
  days: number,
): Promise<string> {
  const id = randomUUID()
  await sql`insert into public.access_code_reservations (code, email, attested_21_at, reserved_until)
    values (${code}, ${email}, ${ATTESTED}, now() + interval '1 hour')`
  await sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`
  await sql`update public.user_profiles set created_at = now() - make_interval(days => ${days}) where user_id = ${id}`
  return id
}

async function hold(sql: postgres.Sql, user: string, category: string, cost: number): Promise<string> {
  const [run] = await sql<{ id: string }[]>`
    select id from public.start_run(${user}, 'quick', ${category}, ${cost}, ${randomUUID()}, 600)`
  return run?.id ?? ''
}

/** Inserts rows that are valid in the schema of every release. */
export async function insertReleaseData(sql: postgres.Sql): Promise<ReleaseData> {
  const code = 'PROP-UPGRADE'
  const email = 'pat@example.com'
  const reservedEmail = 'late@example.com'
  await sql`insert into public.access_codes (code, max_uses, notes) values (${code}, 3, 'From before')`
  const pat = await createAccountOfAge(sql, code, email, 400)
  const kim = await createAccountOfAge(sql, code, 'kim@example.com', 45)
  await sql`insert into public.access_code_reservations (code, email, attested_21_at, reserved_until)
    values (${code}, ${reservedEmail}, ${ATTESTED}, now() + interval '1 hour')`
  await sql`select public.redeem_access_code(${pat}, ${code})`
  await sql`select public.grant_admin(${pat})`
  const capturedRun = await hold(sql, pat, 'Hits', 3)
  await sql`select public.deliver_run(${capturedRun}, ${pat}, null, array['a'])`
  // Of another board: a delivery of the same one would give the hold back.
  const heldRun = await hold(sql, pat, 'Runs', 1)
  await sql`update public.runs set expires_at = now() where id = ${await hold(sql, kim, 'Hits', 2)}`
  await sql`insert into public.my_picks (id, user_id, player_name, sport)
    select 'pick_179520000000' || n || '_abcd', ${pat}, 'Player ' || n, 'MLB' from generate_series(1, 3) n`
  await sql`insert into public.past_parlays (user_id, run_id, parlay_size, overall_confidence, picks)
    values (${pat}, ${capturedRun}, 2, 61.5, '[{"player":"A"},{"player":"B"}]')`
  const session = randomUUID()
  const refreshToken = randomUUID()
  await sql`insert into auth.sessions (id, user_id, aal) values (${session}, ${pat}, 'aal1')`
  await sql`insert into auth.refresh_tokens (id, token, user_id, session_id)
    values (${randomUUID()}, ${refreshToken}, ${pat}, ${session})`
  return { code, pat: { id: pat, email, heldRun, refreshToken }, kim: { id: kim }, reservedEmail }
}

/** Every row of the public and auth tables, without `updated_at`, by table. */
export async function readAllRows(
  sql: postgres.Sql,
  tables?: string[],
): Promise<Record<string, Record<string, unknown>[]>> {
  const names =
    tables ??
    (
      await sql<{ name: string }[]>`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'auth') order by 1`
    ).map(({ name }) => name)
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const name of names) {
    const found = await sql.unsafe<{ content: Record<string, unknown> }[]>(
      `select to_jsonb(t) - 'updated_at' as content from ${name} t order by to_jsonb(t) ->> 'created_at', t::text`,
    )
    rows[name] = found.map(({ content }) => content)
  }
  return rows
}
