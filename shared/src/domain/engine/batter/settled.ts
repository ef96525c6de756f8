import { logit } from '../log-odds.ts'
import type { Trials } from './steps.ts'

/** A rate as its record leaves it. */
export interface Settled {
  /** Log-odds against the league's. */
  readonly against: number
  /** Share of the league's rate in it: 1 without a record, toward 0 as trials gather. */
  readonly weight: number
  /** Variance of the log-odds: what is not known about the rate. */
  readonly variance: number
}

/**
 * Empirical Bayes for a chance: `strength` trials of the league's rate mixed into the record (posterior mean of a beta
 * prior; variance of its log-odds by the delta method). Source: Efron and Morris, 'Data analysis using Stein's
 * estimator', JASA 70 (1975); Casella, 'An introduction to empirical Bayes', The American Statistician 39 (1985).
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
