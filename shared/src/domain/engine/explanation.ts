import { type Distribution, lineOdds } from './distribution.ts'

/** A stat's chances with one more thing taken in. */
export interface ExplainedStep {
  readonly factor: string
  /** What the factor stands on, in words made from the evidence; null where there is nothing to say. */
  readonly note: string | null
  /** Calibrated, as the forecast's: it answers every line. */
  readonly distribution: Distribution
}

/** How one stat's chances come about, from an average player to the forecast, which is the last step's distribution. */
export interface Explanation {
  /** The stat's name as in `statTypeOf`. */
  readonly stat: string
  readonly steps: readonly ExplainedStep[]
}

/** P(over) of a line with this and all factors before it. */
export interface OverStep {
  readonly factor: string
  readonly over: number
}

/** An explanation read off at one line. */
export const overSteps = ({ steps }: Explanation, line: number): OverStep[] =>
  steps.map(({ factor, distribution }) => ({ factor, over: lineOdds(distribution, line).over }))
