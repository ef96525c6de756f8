import { describe, expect, it } from 'vitest'
import { recommend } from './recommendation.ts'

describe('recommendation', () => {
  it.each([
    [0.8, 'standard', 'OVER'],
    [0.5, 'standard', 'OVER'],
    [0.49, 'standard', 'UNDER'],
    [0.5, 'goblin', 'OVER'],
    [0.49, 'goblin', null],
    [0, 'demon', null],
    [null, 'standard', null],
  ] as const)('of %s on a %s line is %s', (rate, oddsType, side) => {
    expect(recommend(rate, oddsType)).toBe(side)
  })
})
