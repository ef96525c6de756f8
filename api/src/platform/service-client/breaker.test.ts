import { describe, expect, it } from 'vitest'
import { fakeTimer, instantTimer } from '../testing/fake-timer.ts'
import type { Timer } from '../timer.ts'
import { createBreaker, type Verdict } from './breaker.ts'

const RULE = { failures: 3, restMs: 1_000, maxRestMs: 3_000 }

function breakerWith(timer: Timer, trialWaitMs = 500) {
  const breakerOpenError = (restMs: number) => new Error(`resting for ${restMs} ms`)
  const breaker = createBreaker({ rule: RULE, timer, trialWaitMs, breakerOpenError })
  /** Makes a call. Resolves with its answer or the message of its error. */
  const run = (answer: () => Promise<string>, verdict: Verdict = 'fails') =>
    breaker.run(answer, () => verdict).catch((error: Error) => error.message)
  const succeed = () => run(async () => 'answer')
  const end = (verdict: Verdict) => run(async () => Promise.reject(new Error('no answer')), verdict)
  return { breaker, run, succeed, end }
}

async function opened<T extends Timer>(timer: T, trialWaitMs?: number) {
  const made = breakerWith(timer, trialWaitMs)
  for (let call = 0; call < RULE.failures; call += 1) expect(await made.end('fails')).toBe('no answer')
  return { ...made, timer }
}

describe('the circuit breaker', () => {
  it('opens after the configured number of failures in a row', async () => {
    const { breaker, end, succeed } = breakerWith(instantTimer())
    for (const answered of [succeed, () => end('works')]) {
      await end('fails')
      await end('fails')
      await answered()
    }
    await end('fails')
    await end('fails')
    expect(breaker.state()).toBe('closed')
    await end('fails')
    expect(breaker.state()).toBe('open')
    expect(await succeed()).toBe('resting for 1000 ms')
  })
  it('makes one trial after its rest and closes when the service answers it', async () => {
    for (const verdict of ['works', 'fails'] as const) {
      const { breaker, succeed, end, timer } = await opened(instantTimer())
      timer.skip(999)
      expect(await succeed()).toBe('resting for 1 ms')
      timer.skip(1)
      expect(breaker.state()).toBe('half-open')
      await end(verdict)
      expect(breaker.state()).toBe(verdict === 'works' ? 'closed' : 'open')
    }
  })
  it('closes when a call that began before it opened succeeds', async () => {
    const { breaker, run, end, succeed } = breakerWith(instantTimer())
    const early = Promise.withResolvers<string>()
    const call = run(() => early.promise)
    await end('refuses')
    expect(breaker.state()).toBe('open')
    early.resolve('early')
    expect(await call).toBe('early')
    expect(breaker.state()).toBe('closed')
    expect(await succeed()).toBe('answer')
  })
  it('rests longer after each failed trial, up to a limit, and as long as at first after closing', async () => {
    const { breaker, end, succeed, timer } = await opened(instantTimer())
    for (const restMs of [2_000, 3_000, 3_000]) {
      timer.skip(breaker.restMs())
      await end('fails')
      expect(breaker.restMs()).toBe(restMs)
    }
    timer.skip(breaker.restMs())
    await succeed()
    await end('refuses')
    expect(breaker.restMs()).toBe(1_000)
  })
  it('opens at once on a refusal, and never on calls without a verdict', async () => {
    const { breaker, end } = breakerWith(instantTimer())
    for (let call = 0; call < 9; call += 1) await end('unknown')
    expect(breaker.state()).toBe('closed')
    await end('refuses')
    expect(breaker.state()).toBe('open')
  })
})

describe('calls during a trial', () => {
  /** A half-open breaker. `start` begins a call that the test ends; `begun` lists the calls that were made. */
  async function halfOpen(trialWaitMs?: number) {
    const made = await opened(fakeTimer(), trialWaitMs)
    await made.timer.advance(RULE.restMs)
    const begun: string[] = []
    const start = (name: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const outcome = made.run(() => {
        begun.push(name)
        return promise
      }, 'unknown')
      return { outcome, answer: resolve, abort: () => reject(new Error('aborted')) }
    }
    return { ...made, begun, start }
  }

  it('N10 become the next trial one by one when the trial ends without a verdict', async () => {
    const { breaker, timer, begun, start } = await halfOpen()
    const [first, second, third] = [start('first'), start('second'), start('third')]
    await timer.advance(100)
    expect(begun).toEqual(['first'])
    first.abort()
    await timer.advance(0)
    expect(begun).toEqual(['first', 'second'])
    second.abort()
    await timer.advance(0)
    third.answer('answer')
    expect(await third.outcome).toBe('answer')
    expect(breaker.state()).toBe('closed')
  })
  it('N10 are refused after a limited wait and never made later', async () => {
    for (const end of ['answer', 'abort'] as const) {
      const { breaker, timer, begun, start } = await halfOpen()
      const first = start('first')
      const second = start('second')
      await timer.advance(500)
      expect(await second.outcome).toBe('resting for 0 ms')
      first[end]('answer')
      await timer.advance(0)
      const next = start('next')
      next.answer('answer')
      expect(await next.outcome).toBe('answer')
      expect(begun).toEqual(['first', 'next'])
      expect(breaker.state()).toBe('closed')
    }
  })
  it('are refused at once without a wait', async () => {
    const { begun, start } = await halfOpen(0)
    start('first')
    expect(await start('second').outcome).toBe('resting for 0 ms')
    expect(begun).toEqual(['first'])
  })
})
