import postgres from 'postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { analyze, parsed } from '../support/analysis.ts'
import { startCluster } from '../support/cluster/cluster.ts'
import { coalescingTests } from './coalescing.ts'
import { jobTests } from './jobs.ts'
import { killTests } from './kills.ts'
import { moneyTests } from './money.ts'
import { rollingRestartTests } from './rolling-restart.ts'
import { sessionTests } from './sessions.ts'
import { sharedStateTests } from './shared-state.ts'

// One for all, since most of the time would go into starting them: each chapter leaves two instances at least.
const cluster = await startCluster({ instances: 3 })
const sql = postgres(cluster.database.url, { max: 3, onnotice: () => {} })
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await cluster.stop()
}, 60_000)

coalescingTests(cluster)
// Early: its end is waited for at last.
const job = jobTests(cluster, sql)
describe('several instances behind one address', () => {
  it('answer a whole analysis of a new user, each taking part', async () => {
    const user = await cluster.createUser()
    const failed = cluster.balancer.failed()
    const board = await analyze(cluster.url, user.token, 'Hits', parsed)
    expect(board.lines.length).toBeGreaterThan(50)
    for (const { url } of cluster.instances) expect(cluster.balancer.answered.get(url)).toBeGreaterThan(0)
    expect(cluster.balancer.failed()).toBe(failed)
  })
})
sessionTests(cluster)
sharedStateTests(cluster)
moneyTests(cluster)
killTests(cluster)
rollingRestartTests(cluster)
describe('at last', () => job.takenOver())
