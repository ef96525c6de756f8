import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'

const FOLDER = join(import.meta.dirname, '../../migrations')
const FILE = /^(\d{14})_(\w+)\.sql$/

/** Key of the advisory lock: an arbitrary number that is used for nothing else in this database. */
const LOCK = 7_062_019
const LOCK_MS = 60_000

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
  const session = postgres(databaseUrl, {
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

/**
 * Applies the missing migrations, each in a separate transaction.
 * @returns the newly applied versions
 * @throws Error that names the failed file
 */
export async function migrate(sql: postgres.Sql): Promise<string[]> {
  await sql.unsafe(HISTORY_SQL)
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`
  const applied = new Set(rows.map((row) => row.version))
  const added: string[] = []
  for (const file of (await readdir(FOLDER)).toSorted()) {
    const [, version, name] = FILE.exec(file) ?? []
    if (!version || !name || applied.has(version)) continue
    const text = await readFile(join(FOLDER, file), 'utf8')
    try {
      await sql.begin(async (transaction) => {
        await transaction.unsafe(text)
        await transaction`
          insert into supabase_migrations.schema_migrations (version, statements, name)
          values (${version}, ${[text]}, ${name})`
      })
    } catch (cause) {
      throw new Error(`migration ${file} failed: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      })
    }
    added.push(version)
  }
  return added
}
