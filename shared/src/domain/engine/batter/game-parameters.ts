import type { BattingConstants } from './constants.ts'
import { evenedOut } from './day.ts'
import type { Evidence } from './evidence.ts'
import { appearanceShift, bySlots } from './playing-time.ts'
import { tonightsLogOdds } from './rates.ts'
import type { ScoringShift } from './scoring.ts'
import type { PerStep } from './steps.ts'
import { tonightsScoring } from './tonights-scoring.ts'

/** Parameters of one batter's game, from which the distribution of every stat is computed. */
export interface Tonight {
  readonly logOdds: PerStep<number>
  readonly scoring: ScoringShift
  /** Error variances of the scoring shifts. */
  readonly scoringVariance: ScoringShift
  /** Log-odds of a stolen base after reaching first. */
  readonly steal: number
  /** Chances of 0 to 8 plate appearances, and the shift to apply to their mean. */
  readonly appearances: readonly number[]
  readonly appearanceShift: number
}

/** Applies the fitted weights to the evidence. */
export function tonightOf(evidence: Evidence, constants: BattingConstants): Tonight {
  const logOdds = tonightsLogOdds(evidence, constants)
  const { shift, variance } = tonightsScoring(evidence, constants)
  return {
    logOdds,
    scoring: evenedOut(logOdds, shift, constants),
    scoringVariance: variance,
    steal: evidence.steal,
    appearances: bySlots(evidence.slots, constants),
    appearanceShift: appearanceShift(evidence, constants),
  }
}
