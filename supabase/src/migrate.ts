import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { readDatabaseUrl } from './database-url.ts'
import { migrate, withBootLock } from './embedded/prepare-database.ts'

const FOLDER = join(import.meta.dirname, '../migrations')
const CONNECT_SECONDS = 10

/**
 * Works on a database with one connection, which ends afterwards.
 * @param databaseUrl with the parameters of libpq about TLS, see `readDatabaseUrl`
 */
export async function withConnection<T>(
  databaseUrl: string,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const { url, ssl } = readDatabaseUrl(databaseUrl)
  const sql = postgres(url, { ssl, max: 1, connect_timeout: CONNECT_SECONDS, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/**
 * Versions of the applied migrations of a database, oldest first; empty for a database that was never
 * migrated.
 */
export const appliedMigrations = (databaseUrl: string): Promise<string[]> =>
  withConnection(databaseUrl, async (sql) => {
    const [found] =
      await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as there`
    if (!found?.there) return []
    const rows = await sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations order by version`
    return rows.map(({ version }) => version)
  })

/** Migration files of this checkout that are missing in a database, oldest first. */
export async function missingMigrations(databaseUrl: string): Promise<string[]> {
  const applied = new Set(await appliedMigrations(databaseUrl))
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'))
  return files.filter((file) => !applied.has(file.slice(0, file.indexOf('_')))).toSorted()
}

/**
 * Migrates the database of a hosted project to the schema version of this checkout. Of several parallel
 * calls, one runs and the other calls wait. Uses the history table of the Supabase CLI, so that both can be
 * mixed.
 * @param databaseUrl a direct connection, or a pooler in session mode, since a session lock is held meanwhile
 * @param lockMs how long a file waits for a table before it is tried again, in milliseconds
 * @returns the newly applied versions
 * @throws Error that names the failed file; earlier files remain applied
 */
export const migrateDatabase = (databaseUrl: string, lockMs?: number): Promise<string[]> =>
  withBootLock(databaseUrl, () => withConnection(databaseUrl, (sql) => migrate(sql, lockMs)))
