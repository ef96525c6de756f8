import { describe, expect, it } from 'vitest'
import { correlationFactor } from '../../engine/parlay/copula.ts'
import type { ParlayLeg } from '../../engine/parlay/leg.ts'
import { type Dependence, legCorrelation } from './dependence.ts'

/** Each value encodes its matrix (`first`), row and column. */
const matrix = (first: number) => [
  [first + 0.01, first + 0.02],
  [first + 0.03, first + 0.04],
]
const TABLE: Dependence = {
  from: '',
  to: '',
  batting: ['Hits', 'Runs'],
  pitching: ['Pitcher Strikeouts', 'Hits Allowed'],
  sameBatter: matrix(0.9),
  samePitcher: matrix(0.8),
  teamMates: [matrix(0.1), matrix(0.2), matrix(0.3), matrix(0.4)],
  opposingBatters: matrix(0.5),
  pitcherFacing: matrix(-0.6),
  pitcherBacked: matrix(0.6),
  twoPitchers: matrix(0.7),
}

const leg = (player: string, stat: string, more: Partial<ParlayLeg> = {}): ParlayLeg => ({
  game: 'A',
  club: 'SEA',
  player,
  slot: null,
  stat,
  line: 0.5,
  side: 'over',
  oddsType: 'standard',
  win: 0.5,
  interval80: { low: 0.5, high: 0.5 },
  push: 0,
  noPlay: 0,
  ...more,
})

const TEX = { club: 'TEX' }

describe('correlation of two legs', () => {
  it.each([
    ['two stats of a batter', leg('a', 'Hits'), leg('a', 'Runs'), 0.92],
    ['two lines of one stat', leg('a', 'Hits'), leg('a', 'Hits', { line: 1.5 }), 1],
    ['over and under', leg('a', 'Hits'), leg('a', 'Runs', { side: 'under' }), -0.92],
    ['two unders', leg('a', 'Hits', { side: 'under' }), leg('a', 'Runs', { side: 'under' }), 0.92],
    ['two stats of a pitcher', leg('p', 'Strikeouts'), leg('p', 'Hits Allowed'), 0.82],
    ['the next batter', leg('a', 'Hits', { slot: 3 }), leg('b', 'Runs', { slot: 4 }), 0.12],
    ['the previous batter', leg('a', 'Hits', { slot: 4 }), leg('b', 'Runs', { slot: 3 }), 0.13],
    ['across the ninth place', leg('a', 'Hits', { slot: 8 }), leg('b', 'Runs', { slot: 2 }), 0.32],
    ['team-mates in unknown places', leg('a', 'Hits', { slot: 8 }), leg('b', 'Runs'), 0.275],
    ['opposing batters', leg('a', 'Hits'), leg('b', 'Runs', TEX), 0.52],
    ['a pitcher and an opposing batter', leg('a', 'Hits'), leg('p', 'Hits Allowed', TEX), -0.57],
    ['a pitcher and a batter of the same club', leg('p', 'Strikeouts'), leg('a', 'Runs'), 0.62],
    ['the two pitchers', leg('p', 'Strikeouts'), leg('q', 'Hits Allowed', TEX), 0.72],
    ['two pitchers of a club', leg('p', 'Strikeouts'), leg('q', 'Hits Allowed'), 0],
    ['another game', leg('a', 'Hits'), leg('b', 'Runs', { game: 'B' }), 0],
    ['an unknown club', leg('a', 'Hits'), leg('b', 'Runs', { club: null }), 0],
    ['a stat outside the table', leg('a', 'Doubles'), leg('b', 'Runs'), 0],
    ['batting and pitching of one player', leg('a', 'Hits'), leg('a', 'Strikeouts'), 0],
  ])('is read from the table: %s', (_, a, b, correlation) => {
    expect(legCorrelation(TABLE, a, b)).toBeCloseTo(correlation, 12)
  })
})

describe('correlationFactor', () => {
  const product = (rows: readonly (readonly number[])[], i: number, j: number) =>
    (rows[i] ?? []).reduce((sum, value, k) => sum + value * (rows[j]?.[k] ?? 0), 0)

  it('restores the matrix with the largest possible independent part', () => {
    const matrix = [
      [1, 0.3, -0.1],
      [0.3, 1, 0.2],
      [-0.1, 0.2, 1],
    ]
    const { shared, own } = correlationFactor(matrix)
    expect(own).toBeGreaterThan(0.7)
    for (const [i, row] of matrix.entries()) {
      for (const [j, value] of row.entries()) {
        expect(product(shared, i, j) + (i === j ? own * own : 0)).toBeCloseTo(value, 6)
      }
    }
  })

  it('shrinks contradictory correlations as little as possible', () => {
    const { shared, own } = correlationFactor([
      [1, 0.9, -0.9],
      [0.9, 1, 0.9],
      [-0.9, 0.9, 1],
    ])
    expect(own).toBeCloseTo(0, 2)
    expect(product(shared, 0, 1)).toBeCloseTo(0.5, 3)
    expect(product(shared, 0, 2)).toBeCloseTo(-0.5, 3)
    expect(product(shared, 2, 2)).toBeCloseTo(1, 3)
  })

  it('accepts fully correlated legs', () => {
    const { shared } = correlationFactor([
      [1, 1, 0.2],
      [1, 1, 0.2],
      [0.2, 0.2, 1],
    ])
    expect(product(shared, 0, 1)).toBeCloseTo(1, 4)
  })
})
