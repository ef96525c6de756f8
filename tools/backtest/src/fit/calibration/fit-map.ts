import {
  type CalibrationMap,
  chanceAtLeast,
  type Distribution,
  expit,
  logit,
} from '@propsight/shared/domain/engine'
import { fitShift, type ShiftRow } from '../fit-shift.ts'
import { withoutMean } from './without-mean.ts'

/** The uncalibrated forecast of one game and its actual value. */
export interface Forecast {
  readonly distribution: Distribution
  readonly value: number
}

/** Values with a frequency below this, or above 1 minus this, are not used for the fit. */
const RARE = 0.04
/**
 * Fitted weights are too optimistic on the days of the fit. The expected shrinkage is (χ² − parameters) / χ²,
 * about 0.9 here. Source: van Houwelingen and le Cessie, 'Predictive value of statistical models', Statistics
 * in Medicine 9 (1990).
 */
const SLOPE_PRIOR = { mean: 0.9, sd: 0.05 }
const LEVEL_PRIOR = { mean: 0, sd: 0.1 }
/** Maximum number of values with a shift of their own; markets with more values (sums) only get a slope. */
const MOST_SHAPED = 8
const IDENTITY: CalibrationMap = { slope: 1, shifts: [0] }

/**
 * Fits the map of one market. The slope is relative to the typical probability of each value, so base rates
 * do not move.
 */
export function fitMap(games: readonly Forecast[]): CalibrationMap {
  const most = games.reduce((highest, { value }) => Math.max(highest, value), 0)
  const values = Array.from({ length: most }, (_, at) => at + 1).filter((value) => {
    const share = games.filter((game) => game.value >= value).length / games.length
    return share > RARE && share < 1 - RARE
  })
  if (values.length === 0) return IDENTITY
  const typical = Array.from({ length: values.at(-1) ?? 0 }, (_, at) => {
    const sum = games.reduce(
      (total, { distribution }) => total + logit(chanceAtLeast(distribution, at + 1)),
      0,
    )
    return sum / games.length
  })
  const rows = games.flatMap(({ distribution, value }) =>
    values.map((least): ShiftRow => {
      const usual = typical[least - 1] ?? 0
      return {
        features: [
          logit(chanceAtLeast(distribution, least)) - usual,
          ...values.map((each) => (each === least ? 1 : 0)),
        ],
        seen: value >= least ? 1 : 0,
        expect: (shift) => {
          const chance = expit(usual + shift)
          // The values of one game are a single observation.
          const variance = chance * (1 - chance) * values.length
          return { mean: chance, slope: chance * (1 - chance), variance }
        },
      }
    }),
  )
  const [pull = 1, ...levels] = fitShift(rows, [SLOPE_PRIOR, ...values.map(() => LEVEL_PRIOR)])
  const slope = Math.min(1, pull)
  const shapes = values.length > MOST_SHAPED ? [] : withoutMean(levels, values, typical)
  return {
    slope,
    shifts: typical.map((usual, at) => (1 - slope) * usual + (shapes[values.indexOf(at + 1)] ?? 0)),
  }
}
