import type { Distribution } from '../../../../engine/forecast.ts'
import { compoundSum, expit } from '../../../../engine/probability.ts'
import type { BattingConstants } from './constants.ts'
import { DAY_QUADRATURE, type GameParameters, shiftDay } from './game-parameters.ts'
import { shiftMean } from './playing-time.ts'
import { type ScoringChances, scoringChances } from './scoring.ts'
import type { StatWeights } from './stat-weights.ts'
import { type EventChances, eventChances } from './steps.ts'

/** Chances of the outcomes of one plate appearance and of the scoring after it. */
export interface Appearance {
  readonly events: EventChances
  /** Called for stats that count runs or runs batted in. */
  readonly scoring: () => ScoringChances
  /** Chance of a stolen base after toAtLeast first. */
  readonly steal: number
}

/** Distribution of a count that is surely 0. */
const ALWAYS = [1]
const MOST_RBI = 4
const NO_SCORING: ScoringChances = {
  run: { walk: 0, single: 0, double: 0, triple: 0, out: 0 },
  rbi: {
    walk: ALWAYS,
    single: ALWAYS,
    double: ALWAYS,
    triple: ALWAYS,
    homeRun: ALWAYS,
    out: ALWAYS,
  },
}

/** Distribution of the amount that one plate appearance adds to a stat: element k is the chance of k. */
export function distributeAppearance({ events, scoring, steal }: Appearance, weights: StatWeights): number[] {
  const longest =
    Math.max(
      weights.single,
      weights.double,
      weights.triple,
      weights.homeRun,
      weights.walk,
      weights.strikeOut,
    ) +
    weights.run +
    MOST_RBI * weights.rbi +
    weights.stolenBase
  const added = new Array<number>(longest + 1).fill(0)
  const put = (value: number, chance: number): void => {
    added[value] = (added[value] ?? 0) + chance
  }
  const event = (
    chance: number,
    worth: number,
    run: number,
    rbi: readonly number[],
    stolen: number,
  ): void => {
    const batted = weights.rbi === 0 ? ALWAYS : rbi
    const home = weights.run === 0 ? 0 : run
    const steals = weights.stolenBase === 0 ? 0 : stolen
    for (let runs = 0; runs < batted.length; runs++) {
      const p = chance * (batted[runs] ?? 0)
      const at = worth + runs * weights.rbi
      put(at, p * (1 - home) * (1 - steals))
      if (home > 0) put(at + weights.run, p * home * (1 - steals))
      if (steals === 0) continue
      put(at + weights.stolenBase, p * (1 - home) * steals)
      if (home > 0) put(at + weights.run + weights.stolenBase, p * home * steals)
    }
  }
  const { run, rbi } = weights.run === 0 && weights.rbi === 0 ? NO_SCORING : scoring()
  event(events.strikeOut, weights.strikeOut, 0, ALWAYS, 0)
  event(events.out, 0, run.out, rbi.out, 0)
  event(events.walk, weights.walk, run.walk, rbi.walk, steal)
  event(events.hitByPitch, weights.hitByPitch, run.walk, rbi.walk, steal)
  event(events.single, weights.single, run.single, rbi.single, steal)
  event(events.double, weights.double, run.double, rbi.double, 0)
  event(events.triple, weights.triple, run.triple, rbi.triple, 0)
  event(events.homeRun, weights.homeRun, 1, rbi.homeRun, 0)
  return added
}

/** Values reached with a smaller chance are cut off. */
const NEGLIGIBLE_CHANCE = 1e-6

/**
 * Returns a function that computes the distribution of a stat in one game from its weights. The distribution
 * is that of a sum over plate appearances, mixed over their number and over day-to-day variation. The parts
 * that all stats share are computed once.
 */
export function gameChances(
  parameters: GameParameters,
  constants: BattingConstants,
): (weights: StatWeights) => Distribution {
  const { onBase, scoring, appearances } = constants.day
  const { logOdds } = parameters
  const days = DAY_QUADRATURE.map(({ day, chance }) => {
    const events = eventChances(shiftDay(logOdds, day * onBase))
    const shift = { run: parameters.scoring.run + day * scoring, rbi: parameters.scoring.rbi + day * scoring }
    let ofRunners: ScoringChances | undefined
    return {
      chance,
      appearance: {
        events,
        scoring: () => {
          ofRunners ??= scoringChances(shift, constants.scoring)
          return ofRunners
        },
        steal: expit(parameters.steal),
      },
      times: shiftMean(parameters.appearances, parameters.appearanceShift + day * appearances),
    }
  })
  return (weights) => {
    const chances: number[] = []
    for (const { chance, appearance, times } of days) {
      const ofDay = compoundSum(times, distributeAppearance(appearance, weights))
      while (chances.length < ofDay.length) chances.push(0)
      for (let value = 0; value < ofDay.length; value++)
        chances[value] = (chances[value] ?? 0) + chance * (ofDay[value] ?? 0)
    }
    return { least: 0, atLeast: toAtLeast(chances) }
  }
}

/** Distribution of one stat in one game: `gameChances` for a single use. */
export const distribute = (
  parameters: GameParameters,
  weights: StatWeights,
  constants: BattingConstants,
): Distribution => gameChances(parameters, constants)(weights)

/** P(X ≥ k) from P(X = k), summed from the largest k, where the chances are smallest. */
function toAtLeast(chances: readonly number[]): number[] {
  const reach = [...chances]
  let sum = 0
  for (let value = reach.length - 1; value >= 0; value--) {
    sum += reach[value] ?? 0
    reach[value] = sum
  }
  for (let value = 0; value < reach.length; value++) reach[value] = Math.min(1, (reach[value] ?? 0) / sum)
  const end = reach.findIndex((p) => p < NEGLIGIBLE_CHANCE)
  return end < 0 ? reach : reach.slice(0, Math.max(1, end))
}
