import { expect, it } from 'vitest'
import { freshness } from './freshness.ts'

const NOW = Date.parse('2026-07-18T16:00:00Z')
const AGES = { freshMs: 1_000, graceMs: 10_000, keepMs: 100_000 }
const readAgo = (ms: number) => freshness({ value: 1, readAtMs: NOW - ms }, AGES, NOW)

it('the freshness of a cache entry follows its age', () => {
  expect([0, 999, 1_000, 10_000, 99_999, 100_000].map(readAgo)).toEqual([
    'fresh',
    'fresh',
    'grace',
    'last resort',
    'last resort',
    'unusable',
  ])
})

it('an entry from a clock slightly ahead is fresh, and one from hours ahead is discarded', () => {
  expect([readAgo(-5_000), readAgo(-6 * 3_600_000)]).toEqual(['fresh', 'unusable'])
})
