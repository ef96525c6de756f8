import { expect, it } from 'vitest'
import { freshness } from './age.ts'

const NOW = Date.parse('2026-07-18T16:00:00Z')
const AGES = { freshMs: 1_000, graceMs: 10_000, keepMs: 100_000 }
const readAgo = (ms: number) => freshness({ value: 1, readAtMs: NOW - ms }, AGES, NOW)

it('says what an entry of an age is good for', () => {
  expect([0, 999, 1_000, 10_000, 99_999, 100_000].map(readAgo)).toEqual([
    ...['fresh', 'fresh', 'grace', 'last resort', 'last resort', 'gone'],
  ])
})

it('forgives clocks that are a little apart, and trusts nothing that is from hours ahead', () => {
  expect([readAgo(-5_000), readAgo(-6 * 3_600_000)]).toEqual(['fresh', 'gone'])
})
