import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analyze, kindOnly } from '../support/analysis.ts'
import { type Cluster, startCluster } from '../support/cluster/cluster.ts'
import { startTraffic } from './traffic.ts'

/** Longer than an instance that stops goes on taking requests. */
const SLOW_MS = 3_000

describe('a rolling restart', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ instances: 3 })
  }, 120_000)
  afterAll(() => cluster?.stop(), 60_000)

  it('lets a long stream end whole, and the instance that it comes from only then', async () => {
    const user = await cluster.createUser()
    const [instance] = cluster.instances
    if (!instance) throw new Error('no instance')
    cluster.upstream.set(/\/people\?personIds/, { kind: 'late', ms: SLOW_MS })
    const board = analyze(instance.url, user.token, 'Hits', kindOnly)
    let streaming = true
    board.finally(() => {
      streaming = false
    })
    await expect
      .poll(() => [...cluster.upstream.asked.keys()].some((path) => path.includes('personIds')), {
        timeout: 20_000,
      })
      .toBe(true)
    const gone = cluster.removeInstance(instance).then(() => streaming)
    const { records, players } = await board
    expect(records.length).toBeGreaterThan(players)
    expect(await gone).toBe(false)
    expect(instance.process.exitCode).toBe(0)
    cluster.upstream.heal()
    await cluster.addInstance()
  }, 120_000)

  it('of each instance in turn drops no request of any kind', async () => {
    const stop = await startTraffic(cluster)
    for (const old of [...cluster.instances]) {
      await cluster.addInstance()
      await cluster.removeInstance(old)
      expect(old.process.exitCode).toBe(0)
    }
    const { answered, failures, charged } = await stop()
    expect([...new Set(failures)]).toEqual([])
    expect(cluster.balancer.failed()).toBe(0)
    expect(answered.size).toBe(8)
    for (const count of answered.values()) expect(count).toBeGreaterThan(1)
    const { data } = await cluster.admin
      .from('runs')
      .select('idempotency_key')
      .in('idempotency_key', charged.slice(-100))
    expect(data).toHaveLength(Math.min(100, charged.length))
    process.stdout.write(
      `  answered while three instances were replaced: ${JSON.stringify(Object.fromEntries(answered))}\n`,
    )
  }, 120_000)
})
