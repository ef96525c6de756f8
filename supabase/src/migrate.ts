import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { migrate, withBootLock } from './embedded/migrate.ts'

const FOLDER = join(import.meta.dirname, '../migrations')
const CONNECT_SECONDS = 10

async function within<T>(databaseUrl: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: CONNECT_SECONDS, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** Versions that a database has, oldest first; none where it never was migrated. */
export const appliedMigrations = (databaseUrl: string): Promise<string[]> =>
  within(databaseUrl, async (sql) => {
    const [found] =
      await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as there`
    if (!found?.there) return []
    const rows = await sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations order by version`
    return rows.map(({ version }) => version)
  })

/** Files of this checkout that a database lacks, oldest first. */
export async function missingMigrations(databaseUrl: string): Promise<string[]> {
  const applied = new Set(await appliedMigrations(databaseUrl))
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'))
  return files.filter((file) => !applied.has(file.slice(0, file.indexOf('_')))).toSorted()
}

/**
 * Brings the database of a hosted project to this checkout's level; two of them may run at once, one waits. The history
 * table is the one of the Supabase command line, so either may go on where the other stopped.
 * @param databaseUrl a session's (direct, or through a pooler in session mode): a lock is held meanwhile
 * @returns the versions applied now
 * @throws Error that names the file that failed; those before it stay
 */
export const migrateDatabase = (databaseUrl: string): Promise<string[]> =>
  withBootLock(databaseUrl, () => within(databaseUrl, migrate))
