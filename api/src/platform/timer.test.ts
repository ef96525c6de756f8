import { afterEach, expect, it, vi } from 'vitest'
import { createBreaker } from './service-client/breaker.ts'
import { createMemoryGate } from './service-client/pacer.ts'
import { systemTimer } from './timer.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Sets the wall clock back by six hours. Monotonic time continues. */
const setBack = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 6 * 3_600_000 })
}

it('the rest of a breaker ends on time when the wall clock is set back', async () => {
  const breaker = createBreaker({ failures: 1, restMs: 20, maxRestMs: 20 }, systemTimer)
  breaker.failed()
  expect(breaker.state()).toBe('open')
  setBack()
  await vi.waitUntil(() => breaker.state() === 'half-open', { timeout: 2_000, interval: 5 })
})

it('the pace keeps its pause when the wall clock is set back', async () => {
  const rule = { subBatch: 1, batch: 1, subBatchPauseMs: 10, batchPauseMs: 500 }
  const gate = createMemoryGate(rule, systemTimer.elapsed)
  await gate.enter('first')
  await gate.leave('first')
  setBack()
  const waitMs = await gate.enter('second')
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThanOrEqual(rule.batchPauseMs)
})
