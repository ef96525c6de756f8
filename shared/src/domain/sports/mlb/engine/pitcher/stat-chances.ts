import { calibrate, type Distribution, fromChances } from '../../../../engine/forecast.ts'
import type { PitchingCounts } from '../../stat-types.ts'
import { findStatType, pitcherFantasyScore } from '../../stat-types.ts'
import type { Counted, PitchingConstants } from './constants.ts'
import type { Expected } from './expected.ts'
import {
  computeOuting,
  type Dispersion,
  type GivenOuts,
  givenOuts,
  MOST_EARNED_RUNS,
  MOST_OUTS,
  type Outing,
} from './outing.ts'

/** Names of a pitcher's stats, as in `findStatType`. */
export const PITCHER_STATS = [
  'Pitcher Strikeouts',
  'Hits Allowed',
  'Walks Allowed',
  'Earned Runs Allowed',
  'Pitching Outs',
  'Pitcher Fantasy Score',
] as const
export type PitcherStat = (typeof PITCHER_STATS)[number]

/** Finds a pitcher stat by its name or alias; undefined for other names. */
export const pitcherStatOf = (name: string): PitcherStat | undefined => {
  const canonical = findStatType(name)?.name
  return PITCHER_STATS.find((stat) => stat === canonical)
}

/** The counts of a start that a stat needs. */
export const neededCounts = (stat: PitcherStat): readonly (keyof PitchingCounts)[] => {
  const type = findStatType(stat)
  return type?.group === 'pitching' ? type.needs : []
}

/** Count behind each stat. Outs and the fantasy score have none and are computed separately. */
export const COUNT_OF: Readonly<Partial<Record<PitcherStat, Counted>>> = {
  'Pitcher Strikeouts': 'strikeOuts',
  'Hits Allowed': 'hits',
  'Walks Allowed': 'baseOnBalls',
  'Earned Runs Allowed': 'earnedRuns',
}

/** Distribution of a count over all lengths of the outing. */
function overLengths(outing: Outing, byOuts: GivenOuts): number[] {
  const chances: number[] = []
  for (const [outs, chance] of outing.outs.entries()) {
    const within = byOuts[outs] ?? []
    while (chances.length < within.length) chances.push(0)
    for (let count = 0; count < within.length; count++)
      chances[count] = (chances[count] ?? 0) + chance * (within[count] ?? 0)
  }
  return chances
}

/** Lower bound of the score: no outs and the largest number of earned runs in the distribution. */
const LEAST_SCORE = -60
/** Chances below this are skipped: they do not change the distribution of scores noticeably. */
const NEGLIGIBLE = 1e-9

const scoreOf = (outs: number, strikeOuts: number, earnedRuns: number): number =>
  pitcherFantasyScore({ outs, strikeOuts, earnedRuns })
/** Scores without strikeouts by outs and earned runs. Each strikeout adds the same points. */
const SCORES = Array.from({ length: MOST_OUTS + 1 }, (_, outs) =>
  Array.from({ length: MOST_EARNED_RUNS + 1 }, (_, runs) => scoreOf(outs, 0, runs)),
)
const STRIKEOUT_POINTS = scoreOf(1, 1, 0) - scoreOf(1, 0, 0)

function fantasyScore(outing: Outing, strikeOuts: GivenOuts, earnedRuns: GivenOuts): Distribution {
  const chances = new Array<number>(180).fill(0)
  for (const [outs, length] of outing.outs.entries()) {
    const struckOut = strikeOuts[outs] ?? []
    const scored = earnedRuns[outs] ?? []
    const scores = SCORES[outs] ?? []
    for (let k = 0; k < struckOut.length; k++) {
      const chance = length * (struckOut[k] ?? 0)
      if (chance < NEGLIGIBLE) continue
      for (let runs = 0; runs < scored.length; runs++) {
        const score = (scores[runs] ?? 0) + STRIKEOUT_POINTS * k - LEAST_SCORE
        chances[score] = (chances[score] ?? 0) + chance * (scored[runs] ?? 0)
      }
    }
  }
  return fromChances(LEAST_SCORE, chances)
}

/**
 * Returns a function that computes the calibrated distribution of a stat from one joint model of the start. The parts
 * that stats share are computed once. Only outs and strikeouts have the dispersion of the league's starts: the means
 * of the other counts by outs are those of the seasons of the shape, so these counts would become less exact.
 */
export function startChances(
  expected: Expected,
  constants: PitchingConstants,
): (stat: PitcherStat) => Distribution {
  const outings = new Map<Dispersion, Outing>()
  const outing = (dispersion: Dispersion): Outing => {
    const cached = outings.get(dispersion)
    if (cached) return cached
    const computed = computeOuting(expected, constants, dispersion)
    outings.set(dispersion, computed)
    return computed
  }
  const cache = new Map<Counted, GivenOuts>()
  const countByOuts = (count: Counted): GivenOuts => {
    const cached = cache.get(count)
    if (cached) return cached
    const chances = givenOuts(count, outing('fitted'), expected, constants)
    cache.set(count, chances)
    return chances
  }
  const modelled = (stat: PitcherStat): Distribution => {
    const count = COUNT_OF[stat]
    if (count === 'strikeOuts') return fromChances(0, overLengths(outing('league'), countByOuts(count)))
    if (count !== undefined) return fromChances(0, overLengths(outing('fitted'), countByOuts(count)))
    if (stat === 'Pitching Outs') return fromChances(0, outing('league').outs)
    return fantasyScore(outing('fitted'), countByOuts('strikeOuts'), countByOuts('earnedRuns'))
  }
  return (stat) => calibrate(modelled(stat), constants.calibration[stat])
}

/** Distribution of one stat in a start: `startChances` for a single use. */
export const statChances = (
  stat: PitcherStat,
  expected: Expected,
  constants: PitchingConstants,
): Distribution => startChances(expected, constants)(stat)
