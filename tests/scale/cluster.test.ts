import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analyze, parsed } from '../support/analysis.ts'
import { type Cluster, startCluster } from '../support/cluster/cluster.ts'

describe('several instances behind one address', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  }, 120_000)
  afterAll(() => cluster?.stop(), 60_000)

  it('answers a whole analysis of a new user, each instance taking part', async () => {
    const user = await cluster.createUser()
    const board = await analyze(cluster.url, user.token, 'Hits', parsed)
    expect(board.lines.length).toBeGreaterThan(50)
    for (const { url } of cluster.instances) expect(cluster.balancer.answered.get(url)).toBeGreaterThan(0)
    expect(cluster.balancer.failed()).toBe(0)
  })
})
