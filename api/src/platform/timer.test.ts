import { afterEach, expect, it, vi } from 'vitest'
import { createBreaker } from './service-client/breaker.ts'
import { createPacer } from './service-client/pacer.ts'
import { systemTimer } from './timer.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Sets the wall clock back by six hours. Monotonic time continues. */
const setBack = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 6 * 3_600_000 })
}

it('the rest of a breaker ends on time when the wall clock is set back', async () => {
  const breaker = createBreaker({
    rule: { failures: 1, restMs: 20, maxRestMs: 20 },
    timer: systemTimer,
    trialWaitMs: 0,
    breakerOpenError: () => new Error('resting'),
  })
  const failing = async () => Promise.reject(new Error('failed'))
  await expect(breaker.run(failing, () => 'fails')).rejects.toThrow('failed')
  expect(breaker.state()).toBe('open')
  setBack()
  await vi.waitUntil(() => breaker.state() === 'half-open', { timeout: 2_000, interval: 5 })
  expect(
    await breaker.run(
      async () => 'answered',
      () => 'fails',
    ),
  ).toBe('answered')
  expect(breaker.state()).toBe('closed')
})

it('the pace keeps its pause when the wall clock is set back', async () => {
  const rule = { subBatch: 1, batch: 1, subBatchPauseMs: 10, batchPauseMs: 200 }
  const pacer = createPacer({ rule, timer: systemTimer })
  await pacer.run(async () => undefined)
  const endedAt = performance.now()
  setBack()
  const pauseMs = await pacer.run(async () => performance.now() - endedAt)
  expect(pauseMs).toBeGreaterThanOrEqual(rule.batchPauseMs - 5)
  expect(pauseMs).toBeLessThan(5_000)
})
