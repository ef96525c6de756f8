import { logit } from '../log-odds.ts'
import type { BattingConstants } from './constants.ts'
import { KINDS, TONIGHT_FACTORS } from './constants.ts'
import type { Evidence } from './evidence.ts'
import { type PerStep, perStep, type Step } from './steps.ts'

/** Log-odds of one step tonight: the league's, his own record's, what his kind adds, what tonight's game changes. */
export function stepLogOdds(evidence: Evidence, step: Step, constants: BattingConstants): number {
  const { kind, tonight } = constants.steps[step]
  const settled = evidence.settled[step]
  let expected = 0
  for (const name of KINDS) expected += kind[name] * evidence.kind[name]
  let change = 0
  for (const name of TONIGHT_FACTORS) change += tonight[name] * evidence.tonight[step][name]
  return logit(evidence.lateRate[step]) + settled.against + settled.weight * expected + change
}

/** Log-odds of every step tonight. */
export const tonightsLogOdds = (evidence: Evidence, constants: BattingConstants): PerStep<number> =>
  perStep((step) => stepLogOdds(evidence, step, constants))
