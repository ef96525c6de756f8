import { findStatType } from '@propsight/shared/domain'
import {
  type CalibrationMap,
  chanceAtLeast,
  computeExpectedStart,
  expit,
  logit,
  type PitcherStat,
  type PitchingConstants,
  statChances,
} from '@propsight/shared/domain/engine'
import type { TrainingStart } from './fit-length.ts'

/** Stats with a map. The fantasy score is a sum of the others and has none. */
const MAPPED = [
  'Pitcher Strikeouts',
  'Hits Allowed',
  'Walks Allowed',
  'Earned Runs Allowed',
  'Pitching Outs',
] as const satisfies readonly PitcherStat[]

/** Values that are reached in fewer starts share the shift of the value before. */
const LEAST_SHARE = 0.01
/** Strength of the priors: shift 0 and slope 1, as a number of average observations of one value. */
const PULL = 300
const ROUNDS = 8

/** Observations of one value: log-odds of reaching it, and whether it was reached. */
interface ValueRows {
  readonly odds: readonly number[]
  readonly reached: readonly (0 | 1)[]
}

/** Newton step of a logistic regression on one factor, with a normal prior of strength `PULL`. */
function newtonStep(
  rows: readonly ValueRows[],
  slope: number,
  shifts: readonly number[],
  factor: (odds: number) => number,
  toward: number,
): number {
  let score = 0
  let information = 1e-9
  let count = 0
  for (const [at, { odds, reached }] of rows.entries()) {
    count += odds.length
    for (const [row, x] of odds.entries()) {
      const chance = expit(slope * x + (shifts[at] ?? 0))
      const by = factor(x)
      score += by * ((reached[row] ?? 0) - chance)
      information += by * by * chance * (1 - chance)
    }
  }
  const prior = (PULL * information) / Math.max(1, count)
  return (score + prior * toward) / (information + prior)
}

/**
 * Fits a slope and one shift per value, in turns (coordinate-wise Newton's method). With the shifts, each value
 * is reached as often as forecast.
 */
function fitMap(rows: readonly ValueRows[]): CalibrationMap {
  let slope = 1
  const shifts = rows.map(() => 0)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, row] of rows.entries()) {
      const before = shifts[at] ?? 0
      shifts[at] = before + newtonStep([row], slope, [before], () => 1, -before)
    }
    slope += newtonStep(rows, slope, shifts, (odds) => odds, 1 - slope)
  }
  return { slope, shifts }
}

/**
 * Fits the calibration maps of the pitchers' stats to starts that were forecast with the other constants.
 * @param starts those of all seasons: rates given the outs are stable
 * @param recent those of the seasons that the shape of outings is fitted on, for the map of outs
 */
export function fitPitcherCalibration(
  starts: readonly TrainingStart[],
  recent: readonly TrainingStart[],
  constants: PitchingConstants,
): PitchingConstants['calibration'] {
  const mapOf = (stat: PitcherStat): CalibrationMap => {
    const type = findStatType(stat)
    if (type?.group !== 'pitching') throw new Error(`'${stat}' is not a pitcher's stat`)
    const seen = (stat === 'Pitching Outs' ? recent : starts).flatMap(({ matchup, outcome }) => {
      const value = type.value(outcome)
      if (value === null) return []
      return [{ value, distribution: statChances(stat, computeExpectedStart(matchup, constants), constants) }]
    })
    const rows: ValueRows[] = []
    for (let value = 1; ; value++) {
      const share = seen.filter((start) => start.value >= value).length / seen.length
      if (share < LEAST_SHARE) break
      const chances = seen.map(({ distribution }) => chanceAtLeast(distribution, value))
      rows.push({
        odds: chances.map((chance) => logit(Math.min(1 - 1e-6, Math.max(1e-6, chance)))),
        reached: seen.map((start) => (start.value >= value ? 1 : 0)),
      })
    }
    return fitMap(rows)
  }
  return Object.fromEntries(MAPPED.map((stat) => [stat, mapOf(stat)]))
}
