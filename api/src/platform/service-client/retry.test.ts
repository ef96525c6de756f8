import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LINES_RETRY, STATS_RETRY } from '../../sources/policies.ts'
import { instantTimer } from '../testing/fake-timer.ts'
import { backoffMs, createRetry } from './service-client.ts'
import { UpstreamError } from './upstream-error.ts'

const away = (retryAfterMs?: number) =>
  new UpstreamError({ service: 'The service', failure: retryAfterMs ? 'limited' : 'away', retryAfterMs })
const failing = (error: Error) => {
  const attempts: number[] = []
  const call = async (attempt: number): Promise<never> => {
    attempts.push(attempt)
    throw error
  }
  return { attempts, call }
}

describe('retries', () => {
  it('N10 call the stats service 3 times, with pauses of 300 ms and 480 ms', async () => {
    const timer = instantTimer()
    const { attempts, call } = failing(away())
    await expect(createRetry(STATS_RETRY, timer)(call)).rejects.toThrow('The service is not answering')
    expect(attempts).toEqual([1, 2, 3])
    expect(timer.slept).toEqual([300, 480])
  })
  it('N10 wait at most 2,000 ms plus jitter for the stats service', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, chance) => {
          const wait = backoffMs(STATS_RETRY, attempt, chance, undefined)
          expect(wait).toBeGreaterThanOrEqual(300)
          expect(wait).toBeLessThan(2_100)
        },
      ),
    )
  })
  it('H5 call the book 4 more times, from 2 s doubled up to 20 s, with up to 500 ms of jitter', async () => {
    const timer = instantTimer({ random: 0.5 })
    const { attempts, call } = failing(away())
    await expect(createRetry(LINES_RETRY, timer)(call)).rejects.toThrow()
    expect(attempts).toHaveLength(5)
    expect(timer.slept).toEqual([2_250, 4_250, 8_250, 16_250])
    expect(backoffMs(LINES_RETRY, 5, 0, undefined)).toBe(20_000)
  })
  it('wait for a longer Retry-After, and stop when it exceeds the limit', async () => {
    const timer = instantTimer()
    await expect(createRetry(STATS_RETRY, timer)(failing(away(5_000)).call)).rejects.toThrow()
    expect(timer.slept).toEqual([5_000, 5_000])
    const patient = failing(away(3_600_000))
    await expect(createRetry(STATS_RETRY, instantTimer())(patient.call)).rejects.toThrow()
    expect(patient.attempts).toEqual([1])
  })
  it.each(['refused', 'unreadable', 'unknown', 'rejected', 'resting'] as const)(
    'do not repeat a request with the failure %s',
    async (failure) => {
      const { attempts, call } = failing(new UpstreamError({ service: 'The service', failure }))
      await expect(createRetry(STATS_RETRY, instantTimer())(call)).rejects.toThrow()
      expect(attempts).toEqual([1])
    },
  )
  it('end with the first successful attempt', async () => {
    const timer = instantTimer()
    const answer = await createRetry(
      STATS_RETRY,
      timer,
    )(async (attempt) => {
      if (attempt === 1) throw away()
      return attempt
    })
    expect(answer).toBe(2)
    expect(timer.slept).toEqual([300])
  })
})
