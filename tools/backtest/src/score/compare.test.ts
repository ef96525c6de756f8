import { describe, expect, it } from 'vitest'
import { refuseWorse } from '../run/run-backtest.ts'
import { comparePairs, type Pair } from './compare.ts'

/** Own forecasts of 80%, and others of even chances, of overs that happen in four of five cases. */
const pairs = (own: number, other: number): Pair[] =>
  Array.from({ length: 100 }, (_, row) => ({
    date: `2026-05-${String(1 + Math.floor(row / 5)).padStart(2, '0')}`,
    market: row % 2 === 0 ? 'Hits' : 'Walks',
    over: row % 5 === 0 ? 0 : 1,
    own,
    other,
  }))

describe('two sets of probabilities', () => {
  it('are compared on all lines and by market', () => {
    const [all, ...markets] = comparePairs(pairs(0.8, 0.5))
    expect(markets.map(({ market, n }) => [market, n])).toEqual([
      ['Hits', 50],
      ['Walks', 50],
    ])
    expect(all).toMatchObject({ market: null, n: 100, days: 20 })
    // 0.8 · 0.2² + 0.2 · 0.8² = 0.16
    expect(all?.brier.own).toBeCloseTo(0.16, 10)
    expect(all?.brier.other).toBeCloseTo(0.25, 10)
    expect(all?.brier.difference.estimate).toBeCloseTo(-0.09, 10)
    expect(all?.logLoss.other).toBeCloseTo(Math.LN2, 10)
    expect(all?.logLoss.difference.high).toBeLessThan(0)
  })

  it('refuse constants that are worse, and those that nothing was judged with', () => {
    const io = { stdout: () => undefined }
    expect(() => refuseWorse(pairs(0.8, 0.5), '2026', io)).not.toThrow()
    expect(() => refuseWorse(pairs(0.5, 0.8), '2026', io)).toThrow('the shipped ones stay')
    expect(() => refuseWorse([], '2026', io)).toThrow('no game of 2026 could be judged')
  })
})
