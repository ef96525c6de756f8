import { startTestApi, type TestApi } from '@propsight/api/testing'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type NetworkProxy, startNetworkProxy, through } from '../../support/faults/network-proxy.ts'
import { temporaryDatabase } from '../../support/services/temporary-database.ts'
import { waitUntil } from '../../support/wait-until.ts'

const SWEEP = 'sweep-runs'

let database: Awaited<ReturnType<typeof temporaryDatabase>>
let proxy: NetworkProxy
let api: TestApi
let sql: postgres.Sql
beforeAll(async () => {
  database = await temporaryDatabase()
  proxy = await startNetworkProxy(database)
  const env = { DATABASE_URL: through(database.url, proxy) }
  api = await startTestApi({ databaseUrl: database.url, env })
  await api.instances[0]?.jobsStarted
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
}, 120_000)
afterAll(async () => {
  await sql?.end()
  await api?.close()
  await proxy?.close()
  await database?.remove()
}, 60_000)

it('jobs run again after their database connection was half-open', async () => {
  const countCompletedRuns = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pgboss.job where name = ${SWEEP} and state = 'completed'`
    return row?.count ?? 0
  }
  await waitUntil('the first run', async () => (await countCompletedRuns()) > 0)
  expect(proxy.open()).toBeGreaterThan(0)
  proxy.vanish()
  const before = await countCompletedRuns()
  await sql`insert into pgboss.job (name, policy) values (${SWEEP}, 'short') on conflict do nothing`
  await waitUntil('another run', async () => (await countCompletedRuns()) > before, 60_000)
}, 120_000)
