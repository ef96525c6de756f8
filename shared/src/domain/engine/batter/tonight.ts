import type { BattingConstants } from './constants.ts'
import type { Evidence } from './evidence.ts'
import { appearanceShift, bySlots } from './playing-time.ts'
import { tonightsLogOdds } from './rates.ts'
import { type ScoringShift, tonightsScoring } from './scoring.ts'
import type { PerStep } from './steps.ts'

/** One batter's game before it starts, as the numbers that every stat is worked out from. */
export interface Tonight {
  readonly logOdds: PerStep<number>
  readonly scoring: ScoringShift
  /** Log-odds of a stolen base after reaching first. */
  readonly steal: number
  /** Chances of 0 to 8 plate appearances, and what is to be added to their mean. */
  readonly appearances: readonly number[]
  readonly appearanceShift: number
}

/** Lays the fitted weights on what is known. */
export const tonightOf = (evidence: Evidence, constants: BattingConstants): Tonight => ({
  logOdds: tonightsLogOdds(evidence, constants),
  scoring: tonightsScoring(evidence, constants),
  steal: evidence.steal,
  appearances: bySlots(evidence.slots, constants),
  appearanceShift: appearanceShift(evidence, constants),
})
