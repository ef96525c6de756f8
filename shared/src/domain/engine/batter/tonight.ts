import type { BattingConstants } from './constants.ts'
import { evenedOut } from './day.ts'
import type { Evidence } from './evidence.ts'
import { appearanceShift, bySlots } from './playing-time.ts'
import { tonightsLogOdds } from './rates.ts'
import type { ScoringShift } from './scoring.ts'
import type { PerStep } from './steps.ts'
import { tonightsScoring } from './tonights-scoring.ts'

/** One batter's game before it starts, as the numbers that every stat is worked out from. */
export interface Tonight {
  readonly logOdds: PerStep<number>
  readonly scoring: ScoringShift
  /** Variances of what is not known about his scoring. */
  readonly scoringVariance: ScoringShift
  /** Log-odds of a stolen base after reaching first. */
  readonly steal: number
  /** Chances of 0 to 8 plate appearances, and what is to be added to their mean. */
  readonly appearances: readonly number[]
  readonly appearanceShift: number
}

/** Lays the fitted weights on what is known. */
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
