import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeWind } from './rate-weather.ts'
import { compassPoint, windAngle, windOutOf } from './wind.ts'

describe('W3 compass', () => {
  it.each([
    [0, 'N'],
    [11.2, 'N'],
    [11.3, 'NNE'],
    [45, 'NE'],
    [202.5, 'SSW'],
    [348.7, 'NNW'],
    [348.8, 'N'],
    [360, 'N'],
    [-90, 'W'],
  ])('maps %d degrees to %s', (degrees, point) => expect(compassPoint(degrees)).toBe(point))

  it('has 16 points', () => {
    expect(new Set(Array.from({ length: 360 }, (_, degrees) => compassPoint(degrees))).size).toBe(16)
  })
})

describe('W3 wind relative to the field', () => {
  it('is positive for a south wind in a park that faces north', () => {
    expect(windOutOf(10, 180, 0)).toBeCloseTo(10, 9)
    expect(windOutOf(10, 0, 0)).toBeCloseTo(-10, 9)
    expect(windOutOf(10, 90, 0)).toBeCloseTo(0, 9)
    expect(windOutOf(17, 202.5, 4)).toBeCloseTo(16.122, 3)
  })

  it('is at most the wind speed and changes its sign with the direction', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 60, noNaN: true }),
        fc.integer({ min: 0, max: 360 }),
        fc.integer({ min: 0, max: 359 }),
        (speed, from, bearing) => {
          const out = windOutOf(speed, from, bearing)
          expect(Math.abs(out)).toBeLessThanOrEqual(speed + 1e-9)
          expect(windOutOf(speed, from + 180, bearing)).toBeCloseTo(-out, 6)
          expect(Math.abs(windAngle(from, bearing))).toBeLessThanOrEqual(180)
        },
      ),
    )
  })

  it.each([
    [4, 202.5, 'out to center'],
    [49, 157.5, 'out to left'],
    [90, 0, 'across to right'],
    [90, 180, 'across to left'],
    [45, 67.5, 'in from right-center'],
    [85, 90, 'in from center'],
    [0, 150, 'out to left-center'],
    [0, 225, 'out to right'],
    [0, 300, 'in from left'],
    [0, 60, 'in from right'],
  ])('for bearing %d and wind from %d is described as "%s"', (bearing, from, words) =>
    expect(describeWind('baseball', bearing, from, 9)).toBe(words),
  )

  it.each([
    [0, 350, 'along the field'],
    [0, 190, 'along the field'],
    [0, 90, 'across the field'],
    [165.5, 120, 'slanting across the field'],
  ])('for a football field at %d and wind from %d is described as "%s"', (bearing, from, words) =>
    expect(describeWind('football', bearing, from, 9)).toBe(words),
  )

  it('has no description when unknown, and "calm" without wind', () => {
    expect(describeWind('baseball', null, 90, 9)).toBeNull()
    expect(describeWind('baseball', 10, null, 9)).toBeNull()
    expect(describeWind('baseball', 10, 90, null)).toBeNull()
    expect(describeWind('football', null, null, 0.4)).toBe('calm')
  })
})
