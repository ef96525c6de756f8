import { findStatType, listStatNames } from '@propsight/shared/domain'
import {
  type BattingConstants,
  buildEvidence,
  type Calibration,
  type CalibrationMap,
  chanceAtLeast,
  computeGameParameters,
  type Distribution,
  distribute,
  expit,
  logit,
  statWeights,
} from '@propsight/shared/domain/engine'
import type { Season } from '../read/season.ts'
import { fitBatting } from './batting/fit-batting.ts'
import { type BattingSample, battingSamples } from './batting/samples.ts'
import { fitShift, type ShiftRow } from './fit-shift.ts'

/**
 * Removes the common component of the shifts, so that the expected value does not change (to first order).
 * The expected value is the sum of the probabilities of reaching 1, 2, 3 …; its level is determined by the
 * league.
 * @param levels shifts of log-odds, one per value
 * @param values the values that the shifts belong to
 * @param typical log-odds of a typical batter of reaching 1, 2, 3 …
 */
export function centreShifts(
  levels: readonly number[],
  values: readonly number[],
  typical: readonly number[],
): number[] {
  const weights = values.map((value) => {
    const chance = expit(typical[value - 1] ?? 0)
    return chance * (1 - chance)
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = levels.reduce((sum, level, at) => sum + level * (weights[at] ?? 0), 0) / all
  return levels.map((level) => level - mean)
}

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
  const highestValue = games.reduce((highest, { value }) => Math.max(highest, value), 0)
  const values = Array.from({ length: highestValue }, (_, at) => at + 1).filter((value) => {
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
  const shapes = values.length > MOST_SHAPED ? [] : centreShifts(levels, values, typical)
  return {
    slope,
    shifts: typical.map((usual, at) => (1 - slope) * usual + (shapes[values.indexOf(at + 1)] ?? 0)),
  }
}

/**
 * Shares of the days after which the model is fitted again. Each fit is tested on the days until the next
 * one.
 */
const CUTS = [0.65, 0.82]
/** Minimum number of earlier starts of a batter. */
const LEAST_STARTS = 10

interface TestedStart {
  readonly sample: BattingSample
  readonly constants: BattingConstants
}

/** The starts after each cut, with constants fitted on the days before it. */
function collectTestedStarts(season: Season, until: string): TestedStart[] {
  const samples = battingSamples(season, until).filter(({ starts }) => starts >= LEAST_STARTS)
  const days = [...new Set(season.games.map(({ date }) => date))].filter((date) => date <= until).toSorted()
  const cuts = CUTS.map((share) => days[Math.floor(share * days.length)] ?? until)
  return cuts.flatMap((cut, at) => {
    const constants = fitBatting(season, cut)
    const end = cuts[at + 1] ?? until
    return samples
      .filter(({ row }) => row.date > cut && row.date <= end)
      .map((sample) => ({ sample, constants }))
  })
}

interface Prepared extends TestedStart {
  readonly parameters: ReturnType<typeof computeGameParameters>
}

/**
 * Fits the calibration maps of all batter markets, on forecasts of days that are not part of the fit of their
 * constants: the model is fitted on the days before each cut of the season and tested on those after it.
 */
export function fitCalibration(season: Season, until: string): Calibration {
  const prepared = collectTestedStarts(season, until).flatMap((judged): Prepared[] => {
    const { sample, constants } = judged
    const evidence = buildEvidence(sample.input, constants)
    return evidence ? [{ ...judged, parameters: computeGameParameters(evidence, constants) }] : []
  })
  if (prepared.length === 0) return { maps: {} }
  const maps = listStatNames('hitting').flatMap((name) => {
    const stat = findStatType(name)
    const weights = statWeights(name)
    if (stat?.group !== 'hitting' || !weights) return []
    const games = prepared.map(({ parameters, constants, sample }) => ({
      distribution: distribute(parameters, weights, constants),
      value: stat.value(sample.row),
    }))
    return [[name, fitMap(games)] as const]
  })
  return { maps: Object.fromEntries(maps) }
}
