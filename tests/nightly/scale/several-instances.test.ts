import postgres from 'postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { analyze, parseRecord } from '../../support/analysis/run-analysis.ts'
import { startCluster } from '../../support/cluster/start-cluster.ts'
import { creditTests } from './credits.ts'
import { jobTests } from './jobs.ts'
import { killTests } from './kills.ts'
import { rollingRestartTests } from './rolling-restart.ts'
import { sessionTests } from './sessions.ts'
import { sharedStateTests } from './shared-state.ts'
import { singleFlightTests } from './single-flight.ts'

// One cluster for all groups of tests, because its start takes most of the time. Each group keeps two
// instances or more.
const cluster = await startCluster({ instances: 3 })
const sql = postgres(cluster.database.url, { max: 3, onnotice: () => {} })
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await cluster.stop()
}, 60_000)

singleFlightTests(cluster)
// Starts early, because its completion is checked at the end.
const job = jobTests(cluster, sql)
describe('several instances behind one address', () => {
  it('answer a complete analysis of a new user, with calls to each of them', async () => {
    const user = await cluster.createUser()
    const failed = cluster.balancer.failed()
    const board = await analyze(cluster.url, user.token, 'Hits', parseRecord)
    expect(board.lines.length).toBeGreaterThan(50)
    for (const { url } of cluster.instances) expect(cluster.balancer.answered.get(url)).toBeGreaterThan(0)
    expect(cluster.balancer.failed()).toBe(failed)
  })
})
sessionTests(cluster)
sharedStateTests(cluster)
creditTests(cluster)
killTests(cluster)
rollingRestartTests(cluster)
describe('a job whose instance was killed', () => job.testTakeover())
