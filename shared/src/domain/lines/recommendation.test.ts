import { describe, expect, it } from 'vitest'
import { recommendSide } from './recommendation.ts'

describe('recommendSide', () => {
  it.each([
    [8, 2, 'standard', 'OVER'],
    [5, 5, 'standard', 'OVER'],
    [0.4351, 0.4351, 'standard', 'OVER'],
    [0.4999, 0.5001, 'standard', 'UNDER'],
    [0.5, 0.5, 'goblin', 'OVER'],
    [0.49, 0.51, 'goblin', null],
    [0, 10, 'demon', null],
    [0, 0, 'standard', null],
  ] as const)('N3: with over %s and under %s on a %s line returns %s', (over, under, oddsType, side) => {
    expect(recommendSide({ over, under }, oddsType)).toBe(side)
  })
})
