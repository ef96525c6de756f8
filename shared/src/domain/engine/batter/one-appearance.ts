import type { EventChances } from './chances.ts'
import type { ScoringChances } from './scoring.ts'
import type { StatWeights } from './stat-weights.ts'

/** Chances of the outcomes of one plate appearance and of the scoring after it. */
export interface Appearance {
  readonly events: EventChances
  readonly scoring: ScoringChances
  /** Chance of a stolen base after reaching first. */
  readonly steal: number
}

const ALWAYS = [1]
const MOST_RBI = 4

/** Distribution of the amount that one plate appearance adds to a stat: element k is the chance of k. */
export function oneAppearance({ events, scoring, steal }: Appearance, weights: StatWeights): number[] {
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
  const added = Array.from({ length: longest + 1 }, () => 0)
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
    for (const [runs, p] of batted.entries()) {
      const at = worth + runs * weights.rbi
      const put = (value: number, q: number): void => {
        if (q > 0) added[value] = (added[value] ?? 0) + chance * p * q
      }
      put(at, (1 - home) * (1 - steals))
      put(at + weights.run, home * (1 - steals))
      put(at + weights.stolenBase, (1 - home) * steals)
      put(at + weights.run + weights.stolenBase, home * steals)
    }
  }
  const { run, rbi } = scoring
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
