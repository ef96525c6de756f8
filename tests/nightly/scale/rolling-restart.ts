import { beforeAll, describe, expect, it } from 'vitest'
import { analyze, parseRecordType } from '../../support/analysis/run-analysis.ts'
import type { Cluster } from '../../support/cluster/start-cluster.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { startTraffic } from './traffic.ts'

/** Upstream delay that makes the stream longer than the shutdown delay of an instance. */
const SLOW_MS = 3_000
const INSTANCES = 3

/** Replaces every instance under traffic. */
export const rollingRestartTests = (cluster: Cluster) =>
  describe('a rolling restart', () => {
    beforeAll(async () => {
      while (cluster.instances.length < INSTANCES) await cluster.addInstance()
    }, 120_000)
    it('stops an instance only after its long stream is complete', async () => {
      const user = await cluster.createUser()
      const [instance] = cluster.instances
      if (!instance) throw new Error('no instance')
      cluster.upstream.set(/\/people\?personIds/, { kind: 'late', ms: SLOW_MS })
      const board = analyze(instance.url, user.token, 'Hits', parseRecordType)
      let streaming = true
      board.finally(() => {
        streaming = false
      })
      await expect
        .poll(() => [...cluster.upstream.requestCounts.keys()].some((path) => path.includes('personIds')), {
          timeout: 20_000,
        })
        .toBe(true)
      const streamingAtExit = cluster.removeInstance(instance).then(() => streaming)
      const { records, players } = await board
      expect(records.length).toBeGreaterThan(players)
      expect(await streamingAtExit).toBe(false)
      expect(instance.process.exitCode).toBe(0)
      cluster.upstream.heal()
      await cluster.addInstance()
    }, 120_000)

    it('needs its delay: an instance without one refuses requests that the balancer still sends', async () => {
      const answersAfterStop = async (delayMs: number) => {
        const instance = await cluster.startInstance({ STOP_DELAY_MS: String(delayMs) })
        const stopped = instance.stop()
        const isReady = () =>
          fetch(`${instance.url}/ready`).then(
            ({ ok }) => ok,
            () => false,
          )
        await waitUntil('the instance to be no longer ready', async () => !(await isReady()))
        const answer = await fetch(`${instance.url}/api/remotes`).then(
          ({ status }) => status,
          () => 'refused',
        )
        await stopped
        return answer
      }
      expect(await Promise.all([0, 4_000].map(answersAfterStop))).toEqual(['refused', 200])
    })

    it('of each instance in turn fails no request of any kind', async () => {
      const failed = cluster.balancer.failed()
      const stop = await startTraffic(cluster)
      for (const old of [...cluster.instances]) {
        await cluster.addInstance()
        await cluster.removeInstance(old)
        expect(old.process.exitCode).toBe(0)
      }
      const { answered, failures, charged } = await stop()
      expect([...new Set(failures)]).toEqual([])
      expect(cluster.balancer.failed()).toBe(failed)
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
