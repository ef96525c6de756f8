import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimits } from '../platform/rate-limits.ts'
import { addressKey } from './rate-limit.ts'

describe('addressKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['[2001:db8:1:2::9]:50123', '2001:db8:1:2'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ])('maps the address %s to the key %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})

describe('rate limits in memory', () => {
  it('allow exactly `points` calls per key, independent of other keys', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        async (points, extra) => {
          const limits = createRateLimits({ enabled: true, redis: null })
          const rule = { name: 'r', points, seconds: 60 }
          const verdicts = []
          for (let call = 0; call < points + extra; call += 1) {
            verdicts.push(await limits.consume(rule, 'a'))
            await limits.consume(rule, `other-${call}`)
          }
          expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(points)
          for (const { retryAfterSeconds } of verdicts.slice(points)) {
            expect(retryAfterSeconds).toBeGreaterThanOrEqual(1)
            expect(retryAfterSeconds).toBeLessThanOrEqual(60)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('count each rule separately', async () => {
    const limits = createRateLimits({ enabled: true, redis: null })
    await limits.consume({ name: 'one', points: 1, seconds: 60 }, 'a')
    expect(await limits.consume({ name: 'one', points: 1, seconds: 60 }, 'a')).toMatchObject({
      allowed: false,
    })
    expect(await limits.consume({ name: 'two', points: 1, seconds: 60 }, 'a')).toMatchObject({
      allowed: true,
    })
  })
})
