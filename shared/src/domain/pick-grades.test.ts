import { describe, expect, it } from 'vitest'
import { gradeOfEra, headToHeadWord, overGrade, parkWord, rateOf } from './pick-grades.ts'

describe('P6, N12: grades of what a pick holds (specification 2 §9)', () => {
  it.each([
    ['2.99', 'good'],
    ['3.00', null],
    ['4.50', null],
    ['4.51', 'low'],
    ['-.--', null],
    [null, null],
  ])('an ERA of %s is %s', (era, grade) => {
    expect(gradeOfEra(era)).toBe(grade)
  })

  it.each([
    [36, 100, 'dominates'],
    [35, 100, 'competitive'],
    [26, 100, 'competitive'],
    [25, 100, null],
    [0, 0, null],
  ])('%d hits in %d at-bats: %s', (hits, atBats, word) => {
    expect(headToHeadWord({ hits, atBats })).toBe(word)
  })

  it.each([
    [1.11, 'hitter friendly'],
    [1.1, null],
    [0.9, null],
    [0.89, 'pitcher friendly'],
  ])('a home-run factor of %d: %s', (factor, word) => {
    expect(parkWord(factor)).toBe(word)
  })

  it.each([
    [60, 'good'],
    [59.9, 'mid'],
    [40, 'mid'],
    [39.9, 'low'],
  ] as const)('a chance of %d percent of the over is %s', (percent, grade) => {
    expect(overGrade(percent)).toBe(grade)
  })

  it('reads rates as the league writes them', () => {
    expect(['.305', '4.81', '.---', '-.--', null].map(rateOf)).toEqual([0.305, 4.81, null, null, null])
  })
})
