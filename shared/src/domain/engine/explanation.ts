import { type Distribution, lineOdds } from './distribution.ts'

/** Distribution of a stat after adding one more factor. */
export interface ExplainedStep {
  readonly factor: string
  /** The input behind the factor, in words; null where there is none. */
  readonly note: string | null
  /** Calibrated like the forecast. */
  readonly distribution: Distribution
}

/**
 * Steps from an average player to the forecast of one stat. The distribution of the last step is the
 * forecast.
 */
export interface Explanation {
  /** The stat's name as in `findStatType`. */
  readonly stat: string
  readonly steps: readonly ExplainedStep[]
}

/** P(over) of a line after a factor and all factors before it. */
export interface OverStep {
  readonly factor: string
  readonly over: number
}

/** Evaluates an explanation at one line. */
export const overSteps = ({ steps }: Explanation, line: number): OverStep[] =>
  steps.map(({ factor, distribution }) => ({ factor, over: lineOdds(distribution, line).over }))
