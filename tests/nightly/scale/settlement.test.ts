import postgres from 'postgres'
import { afterAll } from 'vitest'
import { startCluster } from '../../support/cluster/cluster.ts'
import { settlementTests } from './settlement.ts'

// A cluster of its own: what both instances are about to write is known here only where nothing ran before.
const cluster = await startCluster({ instances: 2 })
const sql = postgres(cluster.database.url, { max: 3, onnotice: () => {} })
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await cluster.stop()
}, 60_000)

settlementTests(cluster, sql)
