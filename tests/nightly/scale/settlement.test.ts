import postgres from 'postgres'
import { afterAll } from 'vitest'
import { startCluster } from '../../support/cluster/start-cluster.ts'
import { settlementTests } from './settlement.ts'

// Uses a separate cluster, because the test must know all legs that both instances are about to write.
const cluster = await startCluster({ instances: 2 })
const sql = postgres(cluster.database.url, { max: 3, onnotice: () => {} })
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await cluster.stop()
}, 60_000)

settlementTests(cluster, sql)
