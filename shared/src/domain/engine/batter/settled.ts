import { logit } from '../probability.ts'
import type { Trials } from './steps.ts'

/** A rate estimated from its record by shrinkage toward the league. */
export interface Settled {
  /** Log-odds relative to the league's. */
  readonly against: number
  /** Weight of the league's rate: 1 without a record, toward 0 with more trials. */
  readonly weight: number
  /** Error variance of the log-odds. */
  readonly variance: number
}

/**
 * Shrinks a chance toward the league by empirical Bayes: `strength` trials at the league's rate are mixed
 * into the record (posterior mean of a beta prior; variance of its log-odds by the delta method). Source:
 * Efron and Morris, 'Data analysis using Stein's estimator', JASA 70 (1975); Casella, 'An introduction to
 * empirical Bayes data analysis', The American Statistician 39 (1985).
 */
export function settle(record: Trials, leagueRate: number, strength: number): Settled {
  const of = record.of + strength
  const rate = (record.yes + strength * leagueRate) / of
  return {
    against: logit(rate) - logit(leagueRate),
    weight: strength / of,
    variance: 1 / Math.max(1e-3, (of + 1) * rate * (1 - rate)),
  }
}
