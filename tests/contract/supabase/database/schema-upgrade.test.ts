import { pastParlayRowSchema } from '@propsight/shared/contracts'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryDatabase } from '../../../support/services/temporary-database.ts'
import { serveEmbeddedSupabase, type TestSupabase } from '../../../support/services/test-supabase.ts'
import { findUnbalanced } from '../bulk-accounts.ts'
import {
  ATTESTED,
  baselineVersion,
  insertReleaseData,
  migrateToRelease,
  type ReleaseData,
  readAllRows,
} from './earlier-release.ts'

const KEYS = { persistSession: false, autoRefreshToken: false }
const DAY_MS = 86_400_000

describe('a database of the baseline', () => {
  let database: Awaited<ReturnType<typeof temporaryDatabase>>
  let service: TestSupabase
  let sql: postgres.Sql
  let releaseData: ReleaseData
  const closers = new Set<() => Promise<void>>()
  const startedAt = Date.now()
  beforeAll(async () => {
    database = await temporaryDatabase()
    closers.add(() => database.remove())
    sql = postgres(database.url, { max: 1, onnotice: () => {} })
    closers.add(() => sql.end({ timeout: 1 }))
    await migrateToRelease(sql, database.url, await baselineVersion())
    releaseData = await insertReleaseData(sql)
  })
  afterAll(async () => {
    for (const close of [...closers].reverse()) await close()
  })

  const admin = () => createClient(service.url, service.secretKey, { auth: KEYS })
  const visitor = () => createClient(service.url, service.publishableKey, { auth: KEYS })
  const balances = async () =>
    Object.fromEntries(
      (await sql`select email, credits from public.user_profiles`).map(({ email, credits }) => [
        email,
        credits,
      ]),
    )

  it('is migrated once by two concurrent instances, without losing data', async () => {
    const before = await readAllRows(sql)
    const [first, second] = await Promise.all([
      serveEmbeddedSupabase(database.url),
      serveEmbeddedSupabase(database.url),
    ])
    closers.add(first.close)
    closers.add(second.close)
    service = first
    // The migrations add columns and tables; they change no value and no number of rows.
    expect(await readAllRows(sql, Object.keys(before))).toMatchObject(before)
    expect(await findUnbalanced(sql, [releaseData.pat.id, releaseData.kim.id])).toEqual([])
    expect(await balances()).toEqual({ 'pat@example.com': 16, 'kim@example.com': 18 })
  })

  it('requires nothing of its accounts, and grants only months that are due', async () => {
    const { data: rights } = await admin().rpc('account_rights', { p_user: releaseData.pat.id })
    expect(rights).toMatchObject({ limit: null, used: 4, pending: null })
    expect(rights.consents).toHaveLength(1)
    expect(rights.consents[0]).toMatchObject({ document: 'age-21', version: '1' })
    expect(Date.parse(rights.consents[0].acceptedAt)).toBe(Date.parse(ATTESTED))
    const grant = (now: number) =>
      admin().rpc('grant_monthly_credits', { p_now: new Date(now).toISOString(), p_limit: 100 })
    expect((await grant(startedAt)).data).toBe(2)
    expect((await grant(startedAt + 31 * DAY_MS)).data).toBe(2)
    expect(await balances()).toEqual({ 'pat@example.com': 56, 'kim@example.com': 58 })
  })

  it('keeps a session with its picks, its parlay and its administrator role', async () => {
    const client = visitor()
    const { data } = await client.auth.refreshSession({ refresh_token: releaseData.pat.refreshToken })
    expect(data.session?.user.id).toBe(releaseData.pat.id)
    expect((await client.from('my_picks').select('player_name')).data).toHaveLength(3)
    const { data: parlays } = await client.from('past_parlays').select('*')
    // Saved before parlays had details: readable, and never settled.
    const before = { parlay_size: 2, overall_confidence: 61.5, details: null, outcome: 'pending', paid: null }
    expect(pastParlayRowSchema.array().parse(parlays)).toMatchObject([before])
    expect((await client.from('track_legs').select('*')).data).toEqual([])
    expect((await admin().rpc('is_admin', { p_user: releaseData.pat.id })).data).toBe(true)
  })

  it('closes open holds once', async () => {
    expect(
      (
        await admin().rpc('deliver_run', {
          p_run: releaseData.pat.heldRun,
          p_user: releaseData.pat.id,
          p_picture: null,
          p_covers: ['a'],
        })
      ).data,
    ).toBe('captured')
    expect((await admin().rpc('sweep_runs')).data).toBe(1)
    expect((await admin().rpc('sweep_runs')).data).toBe(0)
    expect(await balances()).toEqual({ 'pat@example.com': 56, 'kim@example.com': 60 })
    expect(await findUnbalanced(sql, [releaseData.pat.id, releaseData.kim.id])).toEqual([])
  })

  it('admits accounts with a reservation, and none beyond the uses of their code', async () => {
    const reserve = await admin().rpc('reserve_access_code', {
      p_code: releaseData.code,
      p_email: 'more@example.com',
      p_date_of_birth: '1990-01-31',
    })
    expect(reserve.error?.message).toBe('Invalid or already used access code')
    const client = visitor()
    expect(
      (await client.auth.signUp({ email: releaseData.reservedEmail, password: 'a-long-password' })).error,
    ).toBeNull()
    expect((await client.from('user_profiles').select('credits').single()).data).toEqual({ credits: 20 })
  })

  it('deletes accounts and anonymises their ledger rows', async () => {
    const { id, email } = releaseData.pat
    const ids = (await sql`select id from public.credit_ledger where user_id = ${id}`).map((row) => row.id)
    expect((await admin().rpc('delete_account', { p_user: id, p_email: email })).data).toBe(true)
    const { data: ledgerRows } = await admin().from('credit_ledger').select('user_id, run_id').in('id', ids)
    expect(ledgerRows).toEqual(ids.map(() => ({ user_id: null, run_id: null })))
  })
})
