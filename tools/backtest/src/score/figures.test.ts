import { describe, expect, it } from 'vitest'
import {
  bootstrapGain,
  bootstrapRatio,
  expectedCalibrationError,
  groupCoverage,
  insideInterval,
  logLoss,
  mean,
  perfectCalibrationError,
  recalibration,
  reliabilityBins,
  squaredErrors,
} from './figures.ts'

describe('loss functions', () => {
  it('match the textbook formulas', () => {
    expect(squaredErrors([0.7, 0.2], [1, 1]).map((each) => Math.round(each * 1e9) / 1e9)).toEqual([
      0.09, 0.64,
    ])
    expect(logLoss([0.8, 0.4], [1, 0])).toBeCloseTo(-(Math.log(0.8) + Math.log(0.6)) / 2, 12)
    expect(mean([])).toBeNaN()
  })

  it('clamp probabilities of 0 and 1 to one millionth from the bound', () => {
    expect(logLoss([0], [1])).toBeCloseTo(-Math.log(1e-6), 9)
    expect(logLoss([1], [1])).toBeCloseTo(-Math.log(1 - 1e-6), 9)
  })
})

describe('calibration figures', () => {
  it('put forecasts into ten bins of equal width', () => {
    const bins = reliabilityBins([0.05, 0.62, 0.68, 1], [0, 1, 0, 1])
    expect(bins).toHaveLength(10)
    expect(bins[0]).toEqual({ from: 0, to: 0.1, n: 1, predicted: 0.05, happened: 0 })
    expect(bins[6]).toMatchObject({ n: 2, happened: 0.5 })
    expect(bins[6]?.predicted).toBeCloseTo(0.65, 12)
    expect(bins[9]).toMatchObject({ n: 1, predicted: 1, happened: 1 })
    expect(bins[3]).toEqual({ from: 0.3, to: 0.4, n: 0, predicted: null, happened: null })
    // (1 · 0.05 + 2 · 0.15 + 1 · 0) / 4
    expect(expectedCalibrationError(bins)).toBeCloseTo(0.0875, 12)
  })

  it('recover intercept and slope of the recalibration from two groups', () => {
    // Forecasts 1/3 and 2/3, outcomes 1/5 and 4/5: log-odds ±ln 2 became ±ln 4, a slope of 2.
    const chances = [...Array.from({ length: 5 }, () => 1 / 3), ...Array.from({ length: 5 }, () => 2 / 3)]
    const overs = [1, 0, 0, 0, 0, 1, 1, 1, 1, 0]
    expect(recalibration(chances, overs).slope).toBeCloseTo(2, 6)
    expect(recalibration(chances, overs).intercept).toBeCloseTo(0, 6)
    // Outcomes of 4/5 in both groups: no slope, only the log-odds of 4/5.
    const flat = recalibration(chances, [1, 1, 1, 1, 0, 1, 1, 1, 1, 0])
    expect(flat.slope).toBeCloseTo(0, 6)
    expect(flat.intercept).toBeCloseTo(Math.log(4), 6)
  })

  it('have no slope when all forecasts are equal or missing', () => {
    const none = { intercept: Number.NaN, slope: Number.NaN }
    expect(recalibration([0.5, 0.5, 0.5], [1, 0, 1])).toEqual(none)
    expect(recalibration([], [])).toEqual(none)
  })
})

describe('bootstrapRatio', () => {
  it('weighs days by their denominators, and draws whole days', () => {
    const day = (numerator: number, denominator: number) => ({ numerator, denominator })
    expect(bootstrapRatio([day(3, 3), day(0, 1)]).estimate).toBe(0.75)
    // Each draw of two days has mean 0, 0.75 (once each, half of the draws) or 1.
    expect(bootstrapRatio([day(3, 3), day(0, 1)])).toMatchObject({ low: 0, high: 1 })
    expect(bootstrapRatio([day(2, 4), day(1, 2)])).toEqual({ estimate: 0.5, low: 0.5, high: 0.5 })
  })
})

describe('bootstrapGain', () => {
  it('returns the share of the baseline error that the engine saves, with its interval', () => {
    const days = Array.from({ length: 30 }, (_, day) => ({ engine: 97 + (day % 3), baseline: 100 }))
    const { gain, low, high } = bootstrapGain(days)
    expect(gain).toBeCloseTo(0.02, 12)
    // Gains of 1, 2 or 3 percent on thirty days: the standard error is 0.82 / √30 = 0.15 percentage points.
    expect(low).toBeGreaterThan(0.0165)
    expect(low).toBeLessThan(0.0178)
    expect(high).toBeGreaterThan(0.0222)
    expect(high).toBeLessThan(0.0235)
    expect(bootstrapGain(days)).toEqual({ gain, low, high })
  })

  it('returns NaN without a day', () => {
    expect(Object.values(bootstrapGain([]))).toEqual([Number.NaN, Number.NaN, Number.NaN])
  })
})

describe('the calibration error of a perfect forecaster', () => {
  it('shrinks with the square root of the number of forecasts', () => {
    const few = perfectCalibrationError(Array.from({ length: 400 }, () => 0.55))
    const many = perfectCalibrationError(Array.from({ length: 40_000 }, () => 0.55))
    // One bin: the 95th percentile of |N(0, p (1 − p) / n)|.
    expect(few).toBeCloseTo(1.96 * Math.sqrt((0.55 * 0.45) / 400), 2)
    expect(many).toBeCloseTo(few / 10, 3)
  })

  it('is zero for certain forecasts, and NaN without a forecast', () => {
    expect(perfectCalibrationError([0, 1, 1])).toBe(0)
    expect(perfectCalibrationError([])).toBeNaN()
  })
})

describe('the coverage of groups', () => {
  const rows = (over: number, width: number) =>
    Array.from({ length: 1000 }, (_, at) => ({
      chance: 0.5,
      low: 0.5 - width,
      high: 0.5 + width,
      over: at % 10 < 10 * over ? 1 : 0,
    }))

  it('counts the groups whose share of overs is within the interval and its noise', () => {
    expect(groupCoverage(rows(0.5, 0.01))).toBe(1)
    // 200 outcomes have a noise of 1.28 · 0.035.
    expect(groupCoverage(rows(0.6, 0.01))).toBe(0)
    expect(groupCoverage(rows(0.6, 0.1))).toBe(1)
  })

  it('is NaN with less than one group', () => {
    expect(groupCoverage(rows(0.5, 0.01).slice(0, 199))).toBeNaN()
  })
})

describe('insideInterval', () => {
  /** Ten values of equal probability, 0 to 9. */
  const even = { least: 0, atLeast: Array.from({ length: 10 }, (_, at) => 1 - at / 10) }

  it('is 1 in the middle, 0 in a tail and a part at the bounds', () => {
    expect([0, 1, 5, 8, 9].map((value) => insideInterval(even, value))).toEqual([
      expect.closeTo(0, 9),
      expect.closeTo(1, 9),
      expect.closeTo(1, 9),
      expect.closeTo(1, 9),
      expect.closeTo(0, 9),
    ])
    // Half of the outcome is below the lower bound of 0.1.
    expect(insideInterval({ least: 0, atLeast: [1, 0.8] }, 0)).toBeCloseTo(0.5, 9)
  })

  it('has a mean of 0.8 for outcomes from the distribution itself', () => {
    const skewed = { least: 0, atLeast: [1, 0.7, 0.25, 0.06, 0.01] }
    const chances = skewed.atLeast.map((chance, at) => chance - (skewed.atLeast[at + 1] ?? 0))
    const expected = chances.reduce((sum, chance, value) => sum + chance * insideInterval(skewed, value), 0)
    expect(expected).toBeCloseTo(0.8, 9)
  })

  it('is 0 for an impossible outcome and NaN for an unknown one', () => {
    expect(insideInterval(even, 12)).toBe(0)
    expect(insideInterval(even, Number.NaN)).toBeNaN()
  })
})
