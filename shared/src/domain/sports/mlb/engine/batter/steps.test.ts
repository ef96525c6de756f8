import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expit, logit } from '../../../../engine/probability.ts'
import { eventChances, perStep, STEPS, shrinkTrials, trialsOf } from './steps.ts'

const rateOf = (yes: number, of: number) => expit(logit(0.2) + shrinkTrials({ yes, of }, 0.2, 100).against)

describe('shrinkTrials', () => {
  it.each([
    { yes: 0, of: 0, rate: 0.2 },
    { yes: 40, of: 100, rate: 0.3 },
    { yes: 0, of: 100, rate: 0.1 },
    { yes: 400, of: 900, rate: 0.42 },
  ])('mixes 100 league trials into $yes of $of: $rate', ({ yes, of, rate }) => {
    expect(rateOf(yes, of)).toBeCloseTo(rate)
  })

  it('has a lower variance and weight with more trials', () => {
    const early = shrinkTrials({ yes: 10, of: 40 }, 0.2, 100)
    const late = shrinkTrials({ yes: 100, of: 400 }, 0.2, 100)
    expect(late.variance).toBeLessThan(early.variance)
    expect(late.weight).toBeCloseTo(0.2)
    expect(early.weight).toBeCloseTo(100 / 140)
  })
})

const SEASON = {
  plateAppearances: 600,
  hits: 150,
  doubles: 30,
  triples: 3,
  homeRuns: 20,
  baseOnBalls: 60,
  hitByPitch: 5,
  strikeOuts: 120,
}

describe('trialsOf', () => {
  it('conditions each step on the outcomes of the steps before', () => {
    expect(trialsOf(SEASON)).toEqual({
      strikeOut: { yes: 120, of: 600 },
      walk: { yes: 60, of: 480 },
      hitByPitch: { yes: 5, of: 420 },
      homeRun: { yes: 20, of: 415 },
      hit: { yes: 130, of: 395 },
      extraBase: { yes: 33, of: 130 },
      triple: { yes: 3, of: 33 },
    })
  })

  it('returns shares from 0 to 1 for any counts', () => {
    const count = fc.integer({ min: 0, max: 50 })
    const tally = fc.record({
      plateAppearances: count,
      hits: count,
      doubles: count,
      triples: count,
      homeRuns: count,
      baseOnBalls: count,
      hitByPitch: count,
      strikeOuts: count,
    })
    fc.assert(
      fc.property(tally, (counts) => {
        for (const { yes, of } of Object.values(trialsOf(counts))) {
          expect(yes).toBeGreaterThanOrEqual(0)
          expect(yes).toBeLessThanOrEqual(of)
        }
      }),
    )
  })
})

describe('eventChances', () => {
  it('restores the rates per plate appearance', () => {
    const trials = trialsOf(SEASON)
    const chances = eventChances(perStep((step) => logit(trials[step].yes / trials[step].of)))
    expect(chances.strikeOut).toBeCloseTo(0.2)
    expect(chances.walk).toBeCloseTo(0.1)
    expect(chances.single).toBeCloseTo(97 / 600)
    expect(chances.triple).toBeCloseTo(3 / 600)
    expect(chances.homeRun).toBeCloseTo(20 / 600)
    expect(chances.out).toBeCloseTo(265 / 600)
  })

  it('sums to one for any log-odds', () => {
    const odds = fc.double({ min: -20, max: 20, noNaN: true })
    fc.assert(
      fc.property(fc.array(odds, { minLength: 7, maxLength: 7 }), (list) => {
        const chances = Object.values(eventChances(perStep((step) => list[STEPS.indexOf(step)] ?? 0)))
        expect(chances.every((p) => p >= 0)).toBe(true)
        expect(chances.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
      }),
    )
    expect(expit(logit(0.3))).toBeCloseTo(0.3)
  })
})
