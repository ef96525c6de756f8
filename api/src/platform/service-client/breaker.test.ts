import { describe, expect, it } from 'vitest'
import { instantTimer } from '../testing/fake-timer.ts'
import { createBreaker } from './breaker.ts'

const rule = { failures: 3, restMs: 1_000, maxRestMs: 3_000 }
const broken = () => {
  const timer = instantTimer()
  const breaker = createBreaker(rule, timer)
  for (let call = 0; call < rule.failures; call += 1) {
    expect(breaker.admit()).toBe(true)
    breaker.failed()
  }
  return { timer, breaker }
}

describe('the circuit breaker', () => {
  it('opens after the configured number of failures in a row', () => {
    const breaker = createBreaker(rule, instantTimer())
    breaker.failed()
    breaker.failed()
    breaker.succeeded()
    breaker.failed()
    breaker.failed()
    expect(breaker.state()).toBe('closed')
    breaker.failed()
    expect(breaker.state()).toBe('open')
    expect(breaker.admit()).toBe(false)
  })
  it('admits one trial after its rest and closes when the trial succeeds', () => {
    const { timer, breaker } = broken()
    timer.skip(999)
    expect(breaker.admit()).toBe(false)
    expect(breaker.restMs()).toBe(1)
    timer.skip(1)
    expect(breaker.state()).toBe('half-open')
    expect(breaker.admit()).toBe(true)
    expect(breaker.admit()).toBe(false)
    breaker.succeeded()
    expect(breaker.state()).toBe('closed')
    expect(breaker.admit()).toBe(true)
  })
  it('settles the trial promise for any outcome', async () => {
    for (const end of ['succeeded', 'failed', 'endWithoutVerdict'] as const) {
      const { timer, breaker } = broken()
      expect(breaker.trial()).toBeNull()
      timer.skip(1_000)
      breaker.admit()
      const trial = breaker.trial()
      expect(trial).not.toBeNull()
      breaker[end]()
      await trial
      expect(breaker.trial()).toBeNull()
    }
  })
  it('rests longer after each failed trial, up to a limit', () => {
    const { timer, breaker } = broken()
    for (const rest of [2_000, 3_000, 3_000]) {
      timer.skip(breaker.restMs())
      expect(breaker.admit()).toBe(true)
      breaker.failed()
      expect(breaker.restMs()).toBe(rest)
    }
  })
  it('opens at once on a refusal, and admits another trial after one without a verdict', () => {
    const timer = instantTimer()
    const breaker = createBreaker(rule, timer)
    breaker.failed(true)
    expect(breaker.state()).toBe('open')
    timer.skip(1_000)
    expect(breaker.admit()).toBe(true)
    breaker.endWithoutVerdict()
    expect(breaker.admit()).toBe(true)
  })
})
