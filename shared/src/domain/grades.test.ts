import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asShown,
  findParlayConfidenceStep,
  gradeConfidence,
  gradeEra,
  gradeOver,
  headToHeadLabel,
  parkLabel,
  parseRate,
} from './grades.ts'

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
    [59.5, 'good'],
    [59.4, 'mid'],
    [40, 'mid'],
    [39.5, 'mid'],
    [39.4, 'low'],
  ] as const)('grade a %d percent chance of the over as %s', (percent, grade) => {
    expect(gradeOver(percent)).toBe(grade)
  })

  it('parse rates in the format of the league', () => {
    expect(['.305', '4.81', '.---', '-.--', null].map(parseRate)).toEqual([0.305, 4.81, null, null, null])
  })
})

describe('H4, N12, P6, P9: a grade agrees with the figure beside it', () => {
  it.each([
    [0.349, 2, 0.35],
    [0.3449, 2, 0.34],
    [1.45, 1, 1.5],
    [1.005, 2, 1.01],
    [8.345, 2, 8.35],
    [-0.25, 1, -0.3],
    [-0.04, 1, 0],
    [5.8 - 5.5, 1, 0.3],
    [59.5, 0, 60],
  ])('%d with %d decimals is shown as %d', (figure, digits, shown) => {
    expect(asShown(figure, digits)).toBe(shown)
  })

  const GRADES: readonly [string, number, (figure: number) => unknown][] = [
    ['an ERA', 2, gradeEra],
    ['a batting average', 3, (average) => headToHeadLabel({ hits: average * 10_000, atBats: 10_000 })],
    ['a park factor', 2, parkLabel],
    ['a chance of the over', 0, gradeOver],
    ['a probability of a card', 0, (percent) => gradeConfidence(percent, 'card')],
    ['a probability of the detail view', 0, (percent) => gradeConfidence(percent, 'detail')],
    ['a joint probability', 1, findParlayConfidenceStep],
  ]
  it.each(GRADES)('%s has the grade of its %d decimals', (_, digits, gradeOf) => {
    // Around thresholds of all figures: 0.25 to 100.
    const near = fc.tuple(
      fc.constantFrom(0.25, 0.35, 0.9, 1.1, 3, 4.5, 40, 55, 60, 80, 90, 92, 95),
      fc.double({ min: -1, max: 1, noNaN: true }),
    )
    fc.assert(
      fc.property(near, ([threshold, distance]) => {
        const figure = threshold + distance * 10 ** -digits
        expect(gradeOf(figure)).toEqual(gradeOf(asShown(figure, digits)))
      }),
    )
  })

  it.each([
    [gradeEra(2.996), null],
    [gradeEra(2.994), 'good'],
    [gradeEra(4.504), null],
    [gradeEra(4.506), 'low'],
    [headToHeadLabel({ hits: 1751, atBats: 5000 }), 'competitive'],
    [parkLabel(1.104), null],
    [parkLabel(0.896), null],
    [findParlayConfidenceStep(94.96), 95],
    [findParlayConfidenceStep(89.94), null],
  ])('a figure next to a threshold is graded as shown: %s', (grade, expected) => {
    expect(grade).toBe(expected)
  })
})
