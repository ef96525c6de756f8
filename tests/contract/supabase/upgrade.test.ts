import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SupabaseUnderTest, serveEmbedded } from '../../support/embedded-supabase.ts'
import { temporaryDatabase } from '../../support/temporary-database.ts'

const FOLDER = join(import.meta.dirname, '../../../supabase/migrations')
/** The last migration of the release before. */
const RELEASED = '20261120102200'

let database: Awaited<ReturnType<typeof temporaryDatabase>>
let service: SupabaseUnderTest | undefined
beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(async () => {
  await service?.close()
  await database?.remove()
})

/** Brings the database to where the release before left it: what came later is marked as done, then unmarked. */
async function asReleased(sql: postgres.Sql) {
  const versions = (await readdir(FOLDER))
    .map((file) => file.slice(0, 14))
    .filter((found) => found > RELEASED)
  await sql.unsafe(`create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`)
  for (const version of versions) {
    await sql`insert into supabase_migrations.schema_migrations (version) values (${version})`
  }
  // The service looks for columns that come later, after it migrated.
  await expect(serveEmbedded(database.url)).rejects.toThrow('does not exist')
  await sql`delete from supabase_migrations.schema_migrations where version > ${RELEASED}`
}

it('keeps the accounts of the release before, with their balances, and asks them for nothing', async () => {
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  const [id, email, late] = [randomUUID(), 'pat@example.com', 'late@example.com']
  const attested = '2026-01-02T03:04:05.000Z'
  try {
    await asReleased(sql)
    for (const address of [email, late]) {
      await sql`insert into public.access_code_reservations (email, attested_21_at, reserved_until)
        values (${address}, ${attested}, now() + interval '1 hour')`
    }
    await sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`
    const [run] = await sql`select * from public.start_run(${id}, 'quick', 'Hits', 3, ${randomUUID()}, 600)`
    await sql`select public.capture_run(${run?.id})`
    await sql`select public.start_run(${id}, 'quick', 'Hits', 1, ${randomUUID()}, 600)`
  } finally {
    await sql.end({ timeout: 1 })
  }

  service = await serveEmbedded(database.url)
  const keys = { persistSession: false, autoRefreshToken: false }
  const admin = createClient(service.url, service.secretKey, { auth: keys })
  const { data: profile } = await admin.from('user_profiles').select('*').eq('user_id', id).single()
  expect(profile).toMatchObject({ email, credits: 16, plan: 'free' })
  const { data: ledger } = await admin
    .from('credit_ledger')
    .select('reason, delta')
    .eq('user_id', id)
    .order('id')
  expect(ledger).toEqual([
    { reason: 'welcome', delta: 20 },
    { reason: 'hold', delta: -3 },
    { reason: 'capture', delta: 0 },
    { reason: 'hold', delta: -1 },
  ])
  const rights = await admin.rpc('account_rights', { p_user: id })
  expect(rights.data).toMatchObject({ limit: null, used: 4, pending: null })
  expect(rights.data.consents).toHaveLength(1)
  expect(rights.data.consents[0]).toMatchObject({ document: 'age-21', version: '1' })
  expect(Date.parse(rights.data.consents[0].acceptedAt)).toBe(Date.parse(attested))

  // Who was on their way in comes in.
  const visitor = createClient(service.url, service.publishableKey, { auth: keys })
  const signUp = await visitor.auth.signUp({ email: late, password: 'a-long-password' })
  expect(signUp.error).toBeNull()
  expect((await visitor.from('user_profiles').select('credits').single()).data).toEqual({ credits: 20 })
  // And leaves again, as the first one can.
  expect((await admin.rpc('delete_account', { p_user: id, p_email: email })).data).toBe(true)
  const { data: kept } = await admin.from('credit_ledger').select('user_id, run_id').order('id').limit(4)
  expect(kept).toEqual(Array.from({ length: 4 }, () => ({ user_id: null, run_id: null })))
})
