import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@propsight/supabase/embedded'
import { startPostgres } from '@propsight/supabase/postgres'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { testVariables } from './test-env.ts'

/**
 * One PostgreSQL server for a whole test run. Creating a data folder and applying the migrations takes two
 * seconds, but copying a migrated database takes a fifth of a second.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** One embedded database for the whole project; empty when the environment names a data service. */
    contractDatabaseUrl: string
  }
}

/** Environment variable with the address of the server, set by the global setup below. */
const SERVER = 'TEST_DATABASE_SERVER'
const TEMPLATE = 'template_of_tests'
const TEMPLATE_LOCK = 1

export interface TestDatabase {
  /** Address with user and password. */
  url: string
  remove(): Promise<void>
}

const urlOf = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: database }).href

async function withSql<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

async function migrated(url: string): Promise<void> {
  const service = await startEmbedded({
    databaseUrl: url,
    origin: 'http://127.0.0.1',
    jwtSecret: testVariables.SUPABASE_JWT_SECRET ?? '',
    publishableKey: testVariables.SUPABASE_PUBLISHABLE_KEY ?? '',
    secretKey: testVariables.SUPABASE_SECRET_KEY ?? '',
    onMail: () => {},
  })
  await service.close()
}

/** Starts a separate server with an empty database. */
async function startServer(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'propsight-db-'))
  // PostgreSQL does not run as root, so its user needs access to the folder.
  await chmod(folder, 0o755)
  const dir = join(folder, 'pg')
  await mkdir(dir)
  const server = await startPostgres({ dir })
  return {
    url: server.url,
    async remove() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Creates a migrated database on the server of the test run; without one, an empty database on a separate
 * server.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env[SERVER]
  if (!server) return startServer()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withSql(server, async (sql) => {
    // Only one session at a time can copy a template.
    await sql`select pg_advisory_lock(${TEMPLATE_LOCK})`
    await sql.unsafe(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  })
  return {
    url: urlOf(server, name),
    remove: () =>
      withSql(server, async (sql) => {
        await sql.unsafe(`drop database ${name} with (force)`)
      }),
  }
}

/** Vitest's global setup of projects that need databases. The databases are temporary, so fsync is off. */
export default async function globalSetup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SUPABASE_URL) {
    project.provide('contractDatabaseUrl', '')
    return undefined
  }
  const server = await startServer()
  await withSql(server.url, async (sql) => {
    await sql`alter system set fsync = off`
    await sql`alter system set synchronous_commit = off`
    await sql`select pg_reload_conf()`
    await sql.unsafe(`create database ${TEMPLATE}`)
  })
  await migrated(urlOf(server.url, TEMPLATE))
  process.env[SERVER] = server.url
  project.provide('contractDatabaseUrl', server.url)
  return () => server.remove()
}
