import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { createClient } from 'redis'
import { afterAll, describe, expect, it } from 'vitest'
import type { RedisClient } from '../redis.ts'
import { systemTimer } from '../timer.ts'
import { createPacer, SLOW_CALL_MS } from './pacer.ts'

const client = createClient({
  url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  disableOfflineQueue: true,
  socket: { connectTimeout: 500, reconnectStrategy: false },
})
client.on('error', () => undefined)
const answers = await client.connect().then(
  () => true,
  () => false,
)
afterAll(async () => {
  if (answers) await client.close()
})

const log = pino({ level: 'silent' })
const rule = { subBatch: 6, batch: 16, subBatchPauseMs: 60, batchPauseMs: 200 }
const instance = (name: string, redis: RedisClient = client) =>
  createPacer({ rule, timer: systemTimer, shared: { redis, name, log } })

describe.skipIf(!answers)(
  `N10 the pace shared by instances${answers ? '' : ' (skipped: Redis does not answer)'}`,
  () => {
    it('allows at most 6 requests in flight over two instances and keeps the pauses', async () => {
      const name = `test-${randomUUID()}`
      const instances = [instance(name), instance(name)]
      const spans: { start: number; end: number }[] = []
      let inFlight = 0
      let most = 0
      await Promise.all(
        Array.from({ length: 22 }, (_, index) =>
          instances[index % 2]?.run(async () => {
            inFlight += 1
            most = Math.max(most, inFlight)
            const start = performance.now()
            await systemTimer.sleep(15)
            inFlight -= 1
            spans.push({ start, end: performance.now() })
          }),
        ),
      )
      expect(most).toBeLessThanOrEqual(6)
      const inOrder = spans.sort((a, b) => a.start - b.start)
      const quietMs = (first: number) =>
        (inOrder[first]?.start ?? 0) - Math.max(...inOrder.slice(0, first).map(({ end }) => end))
      // Redis counts whole milliseconds, and its answers take time.
      const SLACK_MS = 5
      expect(quietMs(6)).toBeGreaterThanOrEqual(rule.subBatchPauseMs - SLACK_MS)
      expect(quietMs(12)).toBeGreaterThanOrEqual(rule.subBatchPauseMs - SLACK_MS)
      expect(quietMs(16)).toBeGreaterThanOrEqual(rule.batchPauseMs - SLACK_MS)
    })
    it('does not wait for silent calls, which take their places in flight until they end', async () => {
      const pacer = instance(`test-${randomUUID()}`)
      const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
      const silent = ends.map(({ promise }) => pacer.run(() => promise))
      const begun = performance.now()
      await pacer.run(async () => undefined)
      await pacer.run(async () => undefined)
      const waitedMs = performance.now() - begun
      expect(waitedMs).toBeGreaterThanOrEqual(SLOW_CALL_MS + rule.subBatchPauseMs - 5)
      for (const { resolve } of ends) resolve()
      await Promise.all(silent)
    })
    it('falls back to the pace of the instance while Redis is unavailable', async () => {
      const away = createClient({ url: 'redis://127.0.0.1:9', disableOfflineQueue: true })
      const pacer = instance('away', away)
      let begun = 0
      const ends = Array.from({ length: 7 }, () => Promise.withResolvers<void>())
      const calls = ends.map(({ promise }) =>
        pacer.run(async () => {
          begun += 1
          await promise
        }),
      )
      await systemTimer.sleep(20)
      expect(begun).toBe(6)
      for (const { resolve } of ends) resolve()
      await Promise.all(calls)
      expect(begun).toBe(7)
    })
  },
)
