import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryDatabase } from '../../../support/services/temporary-database.ts'
import { serveEmbeddedSupabase, type TestSupabase } from '../../../support/services/test-supabase.ts'
import { createAccounts } from '../bulk-accounts.ts'

const DAY_MS = 86_400_000
let database: Awaited<ReturnType<typeof temporaryDatabase>>
let service: TestSupabase
const sqlOf = ({ embedded }: TestSupabase) => {
  if (!embedded) throw new Error('this service shows no database')
  return embedded.sql
}
beforeAll(async () => {
  database = await temporaryDatabase()
  service = await serveEmbeddedSupabase(database.url)
})
afterAll(async () => {
  await service?.close()
  await database?.remove()
})

it('C1 accounts older than the monthly credits are granted future months and no past ones', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  const ages = [0, 1, 27, 31, 59, 62, 365, 366, 1_000, 4_000]
  const users: string[] = []
  for (const days of ages) users.push(...(await createAccounts(sqlOf(service), 1, daysAgo(days))))
  // Restores the schema before monthly credits, with these accounts.
  await sqlOf(service).unsafe(`
    drop function public.grant_monthly_credits, public.plan_credits;
    alter table public.user_profiles drop column granted_periods;
    delete from supabase_migrations.schema_migrations where version = '20261121101100'`)
  await service.close()
  service = await serveEmbeddedSupabase(database.url)
  const sql = sqlOf(service)
  const grantAll = async (now: string) => {
    for (;;) {
      const [row] = await sql<{ n: number }[]>`select public.grant_monthly_credits(${now}, 100) as n`
      if (!row?.n) return
    }
  }
  const readGrantCounts = () => sql<{ n: number }[]>`
    select count(*)::int as n from public.credit_ledger where reason = 'grant' group by user_id`

  await grantAll(daysAgo(0))
  expect(await readGrantCounts()).toEqual([])
  // No month is longer than 31 days, and two months are never shorter than 59.
  await grantAll(daysAgo(-31))
  const first = await readGrantCounts()
  expect(first).toHaveLength(users.length)
  expect(first.every(({ n }) => n === 1 || n === 2)).toBe(true)
  const before = first.reduce((sum, { n }) => sum + n, 0)
  await grantAll(daysAgo(-31 - 365))
  expect((await readGrantCounts()).reduce((sum, { n }) => sum + n, 0)).toBeGreaterThanOrEqual(
    before + 11 * users.length,
  )
})
