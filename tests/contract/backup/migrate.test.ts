import { appliedMigrations, migrateDatabase, missingMigrations } from '@propsight/supabase/migrate'
import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryDatabase } from '../../support/services/temporary-database.ts'
import { baselineVersion, migrateToRelease, NOTHING } from '../supabase/database/earlier-release.ts'

it('two concurrent migrations bring an empty project to the current schema once', async () => {
  const database = await temporaryDatabase()
  onTestFinished(() => database.remove())
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  expect(await appliedMigrations(database.url)).toEqual([])
  await migrateToRelease(sql, database.url, NOTHING)
  await sql.end({ timeout: 1 })
  expect(await appliedMigrations(database.url)).toEqual([])

  const missing = (await missingMigrations(database.url)).map((file) => file.slice(0, NOTHING.length))
  expect(missing[0]).toBe(await baselineVersion())
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

it('a migration that meets a long transaction lets other statements pass, and is applied when that has ended', async () => {
  const database = await temporaryDatabase()
  onTestFinished(() => database.remove())
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end({ timeout: 1 }))
  const other = postgres(database.url, { max: 1, onnotice: () => {} })
  onTestFinished(() => other.end({ timeout: 1 }))
  await migrateToRelease(sql, database.url, NOTHING)

  // The baseline creates triggers on the table, for which no transaction may write to it.
  const end = Promise.withResolvers<void>()
  const writing = Promise.withResolvers<void>()
  const written = other.begin(async (transaction) => {
    await transaction`update auth.users set email = email where false`
    writing.resolve()
    await end.promise
  })
  await writing.promise
  await expect(migrateDatabase(database.url, 20)).rejects.toThrow(
    'another session holds a table, such as a backup',
  )
  const migrated = migrateDatabase(database.url, 2_000)
  // Waits behind the migration for one attempt at most.
  await sql`update auth.users set email = email where false`
  end.resolve()
  await written
  expect((await migrated).length).toBeGreaterThan(0)
  expect(await missingMigrations(database.url)).toEqual([])
})
