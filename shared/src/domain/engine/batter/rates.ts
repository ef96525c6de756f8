import { logit } from '../probability.ts'
import type { BattingConstants } from './constants.ts'
import { KINDS, TONIGHT_FACTORS } from './constants.ts'
import type { Evidence } from './evidence.ts'
import { type PerStep, perStep, type Step } from './steps.ts'

/**
 * Log-odds of one step in the game: the sum of the league's, the own record's, the kind's and the game
 * context's.
 */
export function stepLogOdds(evidence: Evidence, step: Step, constants: BattingConstants): number {
  const { kind, tonight } = constants.steps[step]
  const settled = evidence.settled[step]
  let expected = 0
  for (const name of KINDS) expected += kind[name] * evidence.kind[name]
  let change = 0
  for (const name of TONIGHT_FACTORS) change += tonight[name] * evidence.tonight[step][name]
  return logit(evidence.lateRate[step]) + settled.against + settled.weight * expected + change
}

/** Log-odds of every step in the game. */
export const tonightsLogOdds = (evidence: Evidence, constants: BattingConstants): PerStep<number> =>
  perStep((step) => stepLogOdds(evidence, step, constants))
