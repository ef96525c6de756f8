import type { PitcherStat } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { deriveSignal, type PitcherSignal } from './signal.ts'

const base = {
  stat: 'strikeouts' as PitcherStat,
  z: null,
  line: null,
  average: null,
  stdDev: 1,
  opponentGames: 0,
}

describe('H4 signals', () => {
  it.each<[number, PitcherSignal]>([
    [3, 'HIGH'],
    [0.8, 'HIGH'],
    [0.799, 'MEDIUM'],
    [0.35, 'MEDIUM'],
    [0.349, 'LOW'],
    [-3, 'LOW'],
  ])('z %d is %s', (z, signal) =>
    expect(deriveSignal({ ...base, z, line: 5.5, average: 9, opponentGames: 5 })).toEqual({
      signal,
      basis: 'edge',
    }),
  )

  it.each<[number, number | null, PitcherSignal]>([
    [6.5, 1.2, 'HIGH'],
    [6.5, null, 'HIGH'],
    [6.5, 1.21, 'MEDIUM'],
    [6.4, 1, 'MEDIUM'],
    [5.8, 3, 'MEDIUM'],
    [5.7, 1, 'LOW'],
    [5.76, 1, 'MEDIUM'],
    [5.74, 1, 'LOW'],
    [6.46, 1, 'HIGH'],
    [2, 1, 'LOW'],
  ])('without z: average %d over a line of 5.5, spread %s, is %s', (average, stdDev, signal) =>
    expect(deriveSignal({ ...base, line: 5.5, average, stdDev, opponentGames: 4 })).toEqual({
      signal,
      basis: 'average-over-line',
    }),
  )

  it.each<[PitcherStat, number, PitcherSignal]>([
    ['strikeouts', 8, 'HIGH'],
    ['strikeouts', 7.9, 'MEDIUM'],
    ['strikeouts', 6, 'MEDIUM'],
    ['strikeouts', 5.9, 'LOW'],
    ['hits-allowed', 6, 'HIGH'],
    ['hits-allowed', 5.9, 'MEDIUM'],
    ['hits-allowed', 5, 'MEDIUM'],
    ['hits-allowed', 4.9, 'LOW'],
    ['strikeouts', 7.96, 'HIGH'],
    ['strikeouts', 5.94, 'LOW'],
    ['hits-allowed', 4.96, 'MEDIUM'],
  ])('without line and opponent data: %s at %d is %s', (stat, average, signal) =>
    expect(deriveSignal({ ...base, stat, average })).toEqual({ signal, basis: 'average' }),
  )

  it('is N/A without a line but with games against the opponent, and without data', () => {
    const none = { signal: 'N/A', basis: 'none' }
    expect(deriveSignal({ ...base, average: 9, opponentGames: 1 })).toEqual(none)
    expect(deriveSignal(base)).toEqual(none)
    expect(deriveSignal({ ...base, line: 5.5 })).toEqual(none)
  })
})
