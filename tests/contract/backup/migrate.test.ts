import { appliedMigrations, migrateDatabase, missingMigrations } from '@propsight/supabase/migrate'
import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryDatabase } from '../../support/services/temporary-database.ts'
import { baselineVersion, migrateToRelease } from '../supabase/database/earlier-release.ts'

it('two concurrent migrations bring a database of the baseline to the current schema once', async () => {
  const baseline = await baselineVersion()
  const database = await temporaryDatabase()
  onTestFinished(() => database.remove())
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  expect(await appliedMigrations(database.url)).toEqual([])
  await migrateToRelease(sql, database.url, baseline)
  await sql.end({ timeout: 1 })
  expect((await appliedMigrations(database.url)).at(-1)).toBe(baseline)

  const missing = (await missingMigrations(database.url)).map((file) => file.slice(0, baseline.length))
  expect(missing.length).toBeGreaterThan(0)
  const applied = await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)])
  expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], missing])
  expect(await missingMigrations(database.url)).toEqual([])
})

it('a database that is older than the baseline is refused with the version that upgrades it, and not changed', async () => {
  const baseline = await baselineVersion()
  const database = await temporaryDatabase()
  onTestFinished(() => database.remove())
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end({ timeout: 1 }))
  await sql.unsafe(`create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    insert into supabase_migrations.schema_migrations (version) values ('20261121103900')`)
  await expect(migrateDatabase(database.url)).rejects.toThrow(
    `The database has schema 20261121103900, and migrations begin at ${baseline}.`,
  )
  expect(await appliedMigrations(database.url)).toEqual(['20261121103900'])
})

it('a migration that meets a running backup lets other statements pass, and is applied when the backup has ended', async () => {
  const baseline = await baselineVersion()
  const database = await temporaryDatabase()
  onTestFinished(() => database.remove())
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end({ timeout: 1 }))
  const backup = postgres(database.url, { max: 1, onnotice: () => {} })
  onTestFinished(() => backup.end({ timeout: 1 }))
  await migrateToRelease(sql, database.url, baseline)
  expect((await missingMigrations(database.url)).length).toBeGreaterThan(0)

  // The locks of pg_dump.
  const dump = Promise.withResolvers<void>()
  const dumping = Promise.withResolvers<void>()
  const dumped = backup.begin(async (transaction) => {
    await transaction`lock table auth.users, auth.sessions in access share mode`
    dumping.resolve()
    await dump.promise
  })
  await dumping.promise
  await expect(migrateDatabase(database.url, 20)).rejects.toThrow(
    'another session holds a table, such as a backup',
  )
  const migrated = migrateDatabase(database.url, 2_000)
  // Waits behind the migration for one attempt at most.
  await sql`select count(*) from auth.users`
  dump.resolve()
  await dumped
  expect((await migrated).length).toBeGreaterThan(0)
  expect(await missingMigrations(database.url)).toEqual([])
})
