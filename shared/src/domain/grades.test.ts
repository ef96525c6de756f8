import { describe, expect, it } from 'vitest'
import { gradeEra, gradeOver, headToHeadLabel, parkLabel, parseRate } from './grades.ts'

describe('P6, N12: pick grades', () => {
  it.each([
    ['2.99', 'good'],
    ['3.00', null],
    ['4.50', null],
    ['4.51', 'low'],
    ['-.--', null],
    [null, null],
  ])('grade an ERA of %s as %s', (era, grade) => {
    expect(gradeEra(era)).toBe(grade)
  })

  it.each([
    [36, 100, 'dominates'],
    [35, 100, 'competitive'],
    [26, 100, 'competitive'],
    [25, 100, null],
    [0, 0, null],
  ])('describe %d hits in %d at-bats as %s', (hits, atBats, word) => {
    expect(headToHeadLabel({ hits, atBats })).toBe(word)
  })

  it.each([
    [1.11, 'hitter friendly'],
    [1.1, null],
    [0.9, null],
    [0.89, 'pitcher friendly'],
  ])('describe a home-run factor of %d as %s', (factor, word) => {
    expect(parkLabel(factor)).toBe(word)
  })

  it.each([
    [60, 'good'],
    [59.9, 'mid'],
    [40, 'mid'],
    [39.9, 'low'],
  ] as const)('grade a %d percent chance of the over as %s', (percent, grade) => {
    expect(gradeOver(percent)).toBe(grade)
  })

  it('parse rates in the format of the league', () => {
    expect(['.305', '4.81', '.---', '-.--', null].map(parseRate)).toEqual([0.305, 4.81, null, null, null])
  })
})
