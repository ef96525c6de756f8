import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STATS_PACE } from '../../sources/policies.ts'
import { fakeTimer } from '../testing/fake-timer.ts'
import { systemTimer } from '../timer.ts'
import { createPacer, SLOW_CALL_MS } from './pacer.ts'

interface Span {
  start: number
  end: number
}

async function run(durations: readonly number[]): Promise<{ spans: Span[]; mostInFlight: number }> {
  const timer = fakeTimer({ start: 0 })
  const pacer = createPacer({ rule: STATS_PACE, timer })
  const spans: Span[] = []
  let inFlight = 0
  let mostInFlight = 0
  const all = Promise.all(
    durations.map((ms) =>
      pacer.run(async () => {
        inFlight += 1
        mostInFlight = Math.max(mostInFlight, inFlight)
        const start = timer.now()
        await timer.sleep(ms)
        inFlight -= 1
        spans.push({ start, end: timer.now() })
      }),
    ),
  )
  await timer.advanceToEnd()
  await all
  return { spans: spans.sort((a, b) => a.start - b.start), mostInFlight }
}

describe('N10 polite pacing', () => {
  it('sends 6, 6 and 4 requests with 350 ms between, and pauses 1,500 ms after 16', async () => {
    const { spans, mostInFlight } = await run(Array<number>(40).fill(100))
    const starts = [...Map.groupBy(spans, ({ start }) => start)].map(([start, group]) => [
      start,
      group.length,
    ])
    expect(starts).toEqual([
      [0, 6],
      [450, 6],
      [900, 4],
      [2_500, 6],
      [2_950, 6],
      [3_400, 4],
      [5_000, 6],
      [5_450, 2],
    ])
    expect(mostInFlight).toBe(6)
  })
  it('sends later requests of normal priority before waiting ones of low priority', async () => {
    const timer = fakeTimer({ start: 0 })
    const pacer = createPacer({ rule: STATS_PACE, timer })
    const order: string[] = []
    const call = (name: string) => async () => {
      order.push(name)
      await timer.sleep(100)
    }
    const mirror = Array.from({ length: 30 }, () => pacer.run(call('mirror'), 'low'))
    const board = pacer.run(call('board'))
    await timer.advanceToEnd()
    await Promise.all([...mirror, board])
    expect(order.indexOf('board')).toBeLessThan(7)
  })
  it('keeps the pauses for any durations', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 50 }),
        async (ms) => {
          const { spans, mostInFlight } = await run(ms)
          expect(mostInFlight).toBeLessThanOrEqual(6)
          const waves = [...Map.groupBy(spans, ({ start }) => start).values()]
          let sent = 0
          for (const [index, wave] of waves.entries()) {
            const before = waves[index - 1]
            if (before) {
              const quiet = (wave[0]?.start ?? 0) - Math.max(...before.map(({ end }) => end))
              expect(quiet).toBeGreaterThanOrEqual(sent % 16 === 0 ? 1_500 : 350)
            }
            sent += wave.length
          }
          expect(sent).toBe(ms.length)
        },
      ),
      { numRuns: 40 },
    )
  })
  it('does not wait for silent calls, which take their places in flight until they end', async () => {
    const pacer = createPacer({ rule: { ...STATS_PACE, subBatchPauseMs: 50 }, timer: systemTimer })
    const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
    const silent = ends.map(({ promise }) => pacer.run(() => promise))
    let inFlight = 0
    const begun = performance.now()
    const startTimes = await Promise.all(
      [1, 2, 3].map(() =>
        pacer.run(async () => {
          inFlight += 1
          expect(inFlight).toBe(1)
          const start = performance.now() - begun
          await systemTimer.sleep(5)
          inFlight -= 1
          return start
        }),
      ),
    )
    const [first = 0, second = 0, third = 0] = startTimes
    expect(first).toBeLessThan(SLOW_CALL_MS)
    expect(second).toBeGreaterThanOrEqual(SLOW_CALL_MS)
    expect(third - second).toBeGreaterThanOrEqual(50)
    for (const { resolve } of ends) resolve()
    await Promise.all(silent)
  })
  it('starts a new batch after a long pause and continues after a failure', async () => {
    const timer = fakeTimer()
    const pacer = createPacer({ rule: STATS_PACE, timer })
    for (let call = 0; call < 6; call += 1) {
      await expect(pacer.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    }
    await timer.advance(1_500)
    await expect(pacer.run(async () => 'sent')).resolves.toBe('sent')
    expect(timer.slept).toEqual([])
  })
  it('rejects waiting requests when it closes', async () => {
    const timer = fakeTimer()
    const pacer = createPacer({ rule: STATS_PACE, timer })
    const works = Array.from({ length: 7 }, () => pacer.run(() => timer.sleep(10)))
    const last = expect(works[6]).rejects.toThrow('closed')
    await timer.advance(1)
    pacer.close()
    await last
    await timer.advanceToEnd()
    await expect(Promise.all(works.slice(0, 6))).resolves.toHaveLength(6)
    await expect(pacer.run(async () => 1)).rejects.toThrow('closed')
  })
})
