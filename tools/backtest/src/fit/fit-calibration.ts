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
import { known, type Season } from '../read/season.ts'
import { fitBatting } from './batting/fit-batting.ts'
import { type BattingSample, someSamples, visitSamples } from './batting/step-table.ts'
import { fitShift, type ShiftRow, type WeightPrior } from './generalised-linear.ts'

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
  /**
   * Whether the forecast's weights were fitted on other days. Others count for the shape by value, which varies
   * from season to season, but not for the slope, for which they are too optimistic.
   */
  readonly heldOut: boolean
}

/** Values with a frequency below this, or above 1 minus this, are not used for the fit. */
const RARE = 0.04
/**
 * Prior of the slope. Fitted weights are too optimistic on the days of the fit: the expected shrinkage is
 * 1 − parameters / χ², about 0.9 for the starts of one spring; χ² grows with the number of starts. Source: van
 * Houwelingen and le Cessie, 'Predictive value of statistical models', Statistics in Medicine 9 (1990).
 */
const SPRING = { starts: 22_000, optimism: 0.1 }
const SLOPE_SD = 0.05
const slopePrior = (fittedStarts: number): WeightPrior => ({
  mean: 1 - SPRING.optimism * Math.min(1, SPRING.starts / fittedStarts),
  sd: SLOPE_SD,
})
const LEVEL_PRIOR = { mean: 0, sd: 0.1 }
/** Maximum number of values with a shift of their own; markets with more values (sums) only get a slope. */
const MOST_SHAPED = 8
const IDENTITY: CalibrationMap = { slope: 1, shifts: [0] }

/**
 * Fits the map of one market. The slope is relative to the typical probability of each value, so base rates
 * do not move.
 * @param fittedStarts number of starts that the forecasts' weights were fitted on
 */
export function fitMap(games: readonly Forecast[], fittedStarts = SPRING.starts): CalibrationMap {
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
  // Rows are made anew in each round of the fit: those of all values at once need half a gigabyte.
  const rowsOf = (some: readonly Forecast[]): Iterable<ShiftRow> => ({
    *[Symbol.iterator]() {
      for (const { distribution, value } of some)
        for (const least of values) {
          const usual = typical[least - 1] ?? 0
          yield {
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
        }
    },
  })
  const levelPriors = values.map(() => LEVEL_PRIOR)
  const tested = rowsOf(games.filter(({ heldOut }) => heldOut))
  const slope = Math.min(1, fitShift(tested, [slopePrior(fittedStarts), ...levelPriors])[0] ?? 1)
  const [, ...levels] = fitShift(rowsOf(games), [{ mean: slope, sd: 1e-6 }, ...levelPriors])
  const shapes = values.length > MOST_SHAPED ? [] : centreShifts(levels, values, typical)
  return {
    slope,
    shifts: typical.map((usual, at) => (1 - slope) * usual + (shapes[values.indexOf(at + 1)] ?? 0)),
  }
}

/**
 * Shares of the days of a single season after which the model is fitted again. Each fit is tested on the days
 * until the next one.
 */
const CUTS = [0.65, 0.82]
/** Minimum number of earlier starts of a batter. */
const LEAST_STARTS = 10
/** Maximum number of tested starts, spread evenly. */
const MOST_TESTED = 40_000

interface TestedStart {
  readonly sample: BattingSample
  readonly constants: BattingConstants
  readonly heldOut: boolean
}

const yearIn = ({ date }: { readonly date: string }): string => date.slice(0, 4)

/** Starts that are tested with constants, and those of them that are not part of their fit. */
interface Fold {
  readonly constants: BattingConstants
  readonly tests: (row: BattingSample['row']) => boolean
  readonly heldOut: (row: BattingSample['row']) => boolean
}

/** One season: fits on the days before each cut, tested on those until the next one. */
function foldsWithin(season: Season, until: string): Fold[] {
  const days = [...new Set(season.games.map(({ date }) => date))].filter((date) => date <= until).toSorted()
  const cuts = CUTS.map((share) => days[Math.floor(share * days.length)] ?? until)
  return cuts.map((cut, at) => {
    const end = cuts[at + 1] ?? until
    return {
      constants: fitBatting(season, cut),
      tests: ({ date }) => date > cut && date <= end,
      heldOut: () => true,
    }
  })
}

/** Several seasons: a fit on all but the last one that has runs. */
function foldOfSeason(season: Season, until: string, left: string): Fold {
  const others = (rows: { readonly date: string }): boolean => yearIn(rows) !== left
  const rest: Season = {
    ...season,
    games: season.games.filter(others),
    batting: season.batting.filter(others),
    pitching: season.pitching.filter(others),
  }
  return { constants: fitBatting(rest, until), tests: () => true, heldOut: (row) => yearIn(row) === left }
}

/** The starts to test, each with constants that were fitted on other days. */
function collectTestedStarts(season: Season, until: string): TestedStart[] {
  const isTestable = ({ starts, row }: BattingSample): boolean =>
    starts >= LEAST_STARTS && row.runs !== null && row.rbi !== null
  let last = ''
  visitSamples(season, until, (sample) => {
    if (isTestable(sample)) last = yearIn(sample.row)
  })
  const years = new Set(season.games.filter(({ date }) => date <= until).map(yearIn))
  const folds =
    years.size > 1 && last !== '' ? [foldOfSeason(season, until, last)] : foldsWithin(season, until)
  const foldOf = ({ row }: BattingSample) => folds.find(({ tests }) => tests(row))
  const tested = someSamples(
    season,
    until,
    MOST_TESTED,
    (sample) => isTestable(sample) && foldOf(sample) !== undefined,
  )
  return tested.flatMap((sample) => {
    const fold = foldOf(sample)
    return fold ? [{ sample, constants: fold.constants, heldOut: fold.heldOut(sample.row) }] : []
  })
}

interface Prepared extends TestedStart {
  readonly parameters: ReturnType<typeof computeGameParameters>
}

/**
 * Fits the calibration maps of all batter markets, on forecasts of days that are not part of the fit of their
 * constants: of one season, the days after a cut; of several, the slopes on the last season that has
 * runs, and the shapes by value on all of them.
 */
export function fitCalibration(season: Season, until: string): Calibration {
  const prepared = collectTestedStarts(season, until).flatMap((judged): Prepared[] => {
    const { sample, constants } = judged
    const evidence = buildEvidence(sample.input, constants)
    return evidence ? [{ ...judged, parameters: computeGameParameters(evidence, constants) }] : []
  })
  if (prepared.length === 0) return { maps: {} }
  const fittedStarts = season.batting.filter(({ date, started }) => started && date <= until).length
  const maps = listStatNames('hitting').flatMap((name) => {
    const stat = findStatType(name)
    const weights = statWeights(name)
    if (stat?.group !== 'hitting' || !weights) return []
    const games = prepared.map(({ parameters, constants, sample, heldOut }) => ({
      heldOut,
      distribution: distribute(parameters, weights, constants),
      value: known(stat.value(sample.row)),
    }))
    return [[name, fitMap(games, fittedStarts)] as const]
  })
  return { maps: Object.fromEntries(maps) }
}
