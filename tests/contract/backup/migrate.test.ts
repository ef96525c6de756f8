import { appliedMigrations, migrateDatabase, missingMigrations } from '@propsight/supabase/migrate'
import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryDatabase } from '../../support/services/temporary-database.ts'
import { migrateToRelease } from '../supabase/database/earlier-release.ts'

const LAST = '20261121103900'

it('two concurrent migrations bring a database of the last release to the current schema once', async () => {
  const database = await temporaryDatabase()
  onTestFinished(() => database.remove())
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  expect(await appliedMigrations(database.url)).toEqual([])
  await migrateToRelease(sql, database.url, LAST)
  await sql.end({ timeout: 1 })
  expect((await appliedMigrations(database.url)).at(-1)).toBe(LAST)

  const missing = (await missingMigrations(database.url)).map((file) => file.slice(0, LAST.length))
  expect(missing.length).toBeGreaterThan(0)
  const applied = await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)])
  expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], missing])
  expect(await missingMigrations(database.url)).toEqual([])
})
