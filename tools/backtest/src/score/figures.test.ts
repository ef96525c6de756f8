import { describe, expect, it } from 'vitest'
import {
  bootstrapGain,
  calibrationSlope,
  expectedCalibrationError,
  logLoss,
  mean,
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

  it('recover the calibration slope from two groups', () => {
    // Forecasts 1/3 and 2/3, outcomes 1/5 and 4/5: log-odds ±ln 2 became ±ln 4, a slope of 2.
    const chances = [...Array.from({ length: 5 }, () => 1 / 3), ...Array.from({ length: 5 }, () => 2 / 3)]
    const overs = [1, 0, 0, 0, 0, 1, 1, 1, 1, 0]
    expect(calibrationSlope(chances, overs)).toBeCloseTo(2, 6)
  })

  it('have no slope when all forecasts are equal or missing', () => {
    expect(calibrationSlope([0.5, 0.5, 0.5], [1, 0, 1])).toBeNaN()
    expect(calibrationSlope([], [])).toBeNaN()
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
