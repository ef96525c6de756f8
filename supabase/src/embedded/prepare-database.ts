import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { readDatabaseUrl } from '../database-url.ts'

/** The initial state of a hosted project: its roles, and their rights on the schemas of the service. */
export const PLATFORM_SQL = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    create role supabase_auth_admin nologin noinherit;
  end if;
end $$;
revoke create on schema public from public;
grant usage on schema public, auth to anon, authenticated, service_role;
grant execute on all functions in schema auth to anon, authenticated, service_role;
revoke all on all tables in schema auth from anon, authenticated;
grant select on all tables in schema auth to service_role;
`

/**
 * Asserts that users cannot write data that only the server may write.
 * @throws Error that lists the excess rights
 */
export async function assertRights(sql: postgres.Sql): Promise<void> {
  const rows = await sql<{ held: string }[]>`
    select role || ' may ' || right_name || ' ' || target as held
    from (values ('anon'), ('authenticated')) as roles (role),
      -- The schema says which tables users write, so that a release also starts on the schema of a later one.
      (select format('%I.%I', relnamespace::regnamespace, relname) from pg_class
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
          and obj_description(oid, 'pg_class') is distinct from 'Users write their own rows.'
        union all values ('auth.users'), ('auth.sessions'), ('auth.refresh_tokens')) as targets (target),
      (values ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) as rights (right_name)
    where has_table_privilege(role, target, right_name)
    union all
    select role || ' may UPDATE public.user_profiles.' || column_name
    from (values ('anon'), ('authenticated')) as roles (role),
      (values ('credits'), ('plan'), ('email'), ('last_email_change'), ('granted_periods')) as columns (column_name)
    where has_column_privilege(role, 'public.user_profiles', column_name, 'UPDATE')
    union all
    select 'row level security is off on public.' || relname
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`
  if (rows.length > 0) {
    throw new Error(
      `The data service will not start: ${rows.map((row) => row.held).join('; ')}. Check the migrations' grants.`,
    )
  }
}

/** The text columns of all tables that the service serves, by table. */
export async function readTextColumns(sql: postgres.Sql): Promise<Map<string, Set<string>>> {
  const rows = await sql<{ relname: string; names: string[] }[]>`
    select c.relname, array_agg(a.attname::text) as names
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.atttypid in ('text'::regtype, 'varchar'::regtype)
    group by c.relname`
  return new Map(rows.map(({ relname, names }) => [relname, new Set(names)]))
}

const FOLDER = join(import.meta.dirname, '../../migrations')
const FILE = /^(\d{14})_(\w+)\.sql$/

/** Key of the advisory lock: an arbitrary number that is used for nothing else in this database. */
const LOCK = 7_062_019
const LOCK_MS = 60_000

/**
 * How long a migration waits for a table, in milliseconds. Statements of users queue behind it meanwhile, and another
 * session may hold the table for minutes, such as a backup.
 */
const TABLE_LOCK_MS = 3_000
const TABLE_LOCK_ATTEMPTS = 10
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * The history table of the Supabase CLI, so that the CLI and this module share the list of applied
 * migrations.
 */
const HISTORY_SQL = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key, statements text[], name text
);
`

/**
 * Runs work that only one instance may do at a time on this database.
 * @throws Error when another instance holds the lock for more than 60 s
 */
export async function withBootLock<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const { url, ssl } = readDatabaseUrl(databaseUrl)
  const session = postgres(url, {
    ssl,
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    connection: { lock_timeout: LOCK_MS },
    onnotice: () => {},
  })
  try {
    await session`select pg_advisory_lock(${LOCK})`
    return await work()
  } finally {
    // The lock ends with its session.
    await session.end({ timeout: 1 })
  }
}

/** Repeats work that ended because a table was locked, and lets the statements that queued behind it pass in between. */
async function withTableLocks(work: () => Promise<unknown>, lockMs: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (!(error instanceof postgres.PostgresError) || error.code !== LOCK_NOT_AVAILABLE) throw error
      if (attempt === TABLE_LOCK_ATTEMPTS)
        throw new Error('another session holds a table, such as a backup. Repeat it when that has ended', {
          cause: error,
        })
      await setTimeout(lockMs)
    }
  }
}

/**
 * Applies the missing migrations, each in a separate transaction. The first file is the baseline: the schema of a
 * release, from which a new database begins. A file that cannot lock a table is tried again after a pause of the same length.
 * @param lockMs how long a file waits for a table, in milliseconds
 * @returns the newly applied versions
 * @throws Error that names the failed file, or for a database that is older than the baseline
 */
export async function migrate(sql: postgres.Sql, lockMs = TABLE_LOCK_MS): Promise<string[]> {
  await sql.unsafe(HISTORY_SQL)
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`
  const applied = new Set(rows.map((row) => row.version))
  const added: string[] = []
  const files = (await readdir(FOLDER)).toSorted()
  const [, baseline = ''] = FILE.exec(files[0] ?? '') ?? []
  const older = [...applied].filter((version) => version < baseline).toSorted()
  if (older.length > 0 && !applied.has(baseline))
    throw new Error(
      `The database has schema ${older.at(-1)}, and migrations begin at ${baseline}. Start the release of ${baseline} once to upgrade it, or start with an empty database.`,
    )
  for (const file of files) {
    const [, version, name] = FILE.exec(file) ?? []
    if (!version || !name || applied.has(version)) continue
    const text = await readFile(join(FOLDER, file), 'utf8')
    const apply = () =>
      sql.begin(async (transaction) => {
        await transaction`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`
        await transaction.unsafe(text)
        await transaction`
          insert into supabase_migrations.schema_migrations (version, statements, name)
          values (${version}, ${[text]}, ${name})`
      })
    try {
      await withTableLocks(apply, lockMs)
    } catch (cause) {
      throw new Error(`migration ${file} failed: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      })
    }
    added.push(version)
  }
  return added
}
