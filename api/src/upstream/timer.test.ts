import { afterEach, expect, it, vi } from 'vitest'
import { createBreaker } from './breaker.ts'
import { createMemoryGate } from './pace.ts'
import { systemTimer } from './timer.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Sets the wall clock back by six hours; what measures a stretch of time goes on. */
const setBack = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 6 * 3_600_000 })
}

it('ends the rest of a service on time although the clock is set back', async () => {
  const breaker = createBreaker({ failures: 1, restMs: 20, longestRestMs: 20 }, systemTimer)
  breaker.failed()
  expect(breaker.state()).toBe('open')
  setBack()
  await vi.waitUntil(() => breaker.state() === 'half-open', { timeout: 2_000, interval: 5 })
})

it('keeps no call waiting for longer than a pause although the clock is set back', async () => {
  const rule = { subBatch: 1, batch: 1, subBatchPauseMs: 10, batchPauseMs: 500 }
  const gate = createMemoryGate(rule, systemTimer.elapsed)
  await gate.enter('first')
  await gate.leave('first')
  setBack()
  const waitMs = await gate.enter('second')
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThanOrEqual(rule.batchPauseMs)
})
