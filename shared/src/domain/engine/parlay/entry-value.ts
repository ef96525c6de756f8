import type { BookRules } from '../../books/book-rules.ts'
import { type EntryProblem, entryProblem } from '../../books/entry-rules.ts'
import { hasStandardPayout } from '../../payouts/break-even.ts'
import { breakEven, type EntryKind, isPaid, type PayoutTable, payout } from '../../payouts/payout.ts'
import { type Stake, stake } from '../../payouts/stake.ts'
import { Z_80 } from '../probability.ts'
import { type ParlayLeg, type Side, toEntryLeg } from './leg.ts'
import { outcomes, type Tally } from './tally.ts'

export interface Estimate {
  readonly value: number
  readonly interval80: { readonly low: number; readonly high: number }
  /** Standard error of the draws alone; 0 without draws. */
  readonly standardError: number
}

/**
 * Share of the error variance of a leg that all legs have in common, such as the level of a season, which
 * raises every over and lowers every under. In sample leagues, where forecasts are biased by half to one
 * percentage point, the intervals of entries of six overs then contain the true chance about as often as
 * those of single legs.
 */
const COMMON_ERROR_SHARE = 0.05

/** A figure of an entry with the chance of one leg at both ends of its interval. */
export interface Moved {
  readonly side: Side
  readonly low: number
  readonly high: number
}

/**
 * Standard combination of errors: part of each is independent, part common to all legs.
 * @param signed error of each leg, negative for unders
 * @param drawn error of the draws
 */
function spread(signed: readonly number[], drawn: number): number {
  const own = signed.reduce((sum, distance) => sum + distance * distance, 0)
  const common = signed.reduce((sum, distance) => sum + distance, 0) ** 2
  // An end at zero is infinitely far away in logarithms.
  return Number.isFinite(own)
    ? Math.sqrt((1 - COMMON_ERROR_SHARE) * own + COMMON_ERROR_SHARE * common + drawn * drawn)
    : own
}

/**
 * Computes the 80% interval of a positive figure. It combines the changes of the figure's logarithm when each
 * leg alone moves to the ends of its own 80% interval, and the independent error of the draws. Logarithms are
 * used because joint chances and payouts are products.
 * @param moved the figure with each leg at the ends of its interval
 * @param standardError of the draws
 * @param most upper bound of the figure
 */
export function estimate(
  value: number,
  moved: readonly Moved[],
  standardError: number,
  most: number,
): Estimate {
  if (!(value > 0)) {
    return {
      value,
      interval80: { low: 0, high: Math.max(0, ...moved.map(({ high }) => high)) },
      standardError,
    }
  }
  const drawn = (Z_80 * standardError) / value
  const sign = (side: Side): number => (side === 'over' ? 1 : -1)
  const down = moved.map(({ side, low }) => sign(side) * Math.log(value / Math.min(value, low)))
  const up = moved.map(({ side, high }) => sign(side) * Math.log(Math.max(value, high) / value))
  return {
    value,
    interval80: {
      low: value * Math.exp(-spread(down, drawn)),
      high: Math.min(most, value * Math.exp(spread(up, drawn))),
    },
    standardError,
  }
}

/** Standard error of the mean of a figure over the copies of the lattice; 0 for a single copy. */
export function standardErrorOfMean(figures: readonly number[]): number {
  const count = figures.length
  if (count < 2) return 0
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / count
  const spread = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0)
  return Math.sqrt(spread / (count - 1) / count)
}

/** Reasons for which an entry has a chance and no value. */
export type Unpriced =
  | 'goblins and demons have no public payout'
  | 'promotional lines have no standard payout'
  | 'no public payout for this number of legs'
  | EntryProblem

export type EntryValue =
  | ({
      /** Expected profit per unit staked; 0 where the expected payout is the stake. */
      readonly profit: Estimate
      /** Chance that each leg needs to break even, if all legs were independent with equal chances. */
      readonly breakEven: number | null
      readonly reason: null
    } & Stake)
  | { readonly profit: null; readonly units: null; readonly words: null; readonly reason: Unpriced }

/** Expected payout per unit staked, including the stake. */
export const expectedPayout = (tally: Tally, table: PayoutTable, kind: EntryKind): number =>
  outcomes(tally).reduce((sum, outcome) => sum + outcome.chance * payout(table, kind, outcome), 0)

/**
 * Returns the payouts that apply to these legs, or the reason for which the book takes no such entry or has no
 * public payout of it.
 */
export function findPayouts(
  legs: readonly ParlayLeg[],
  rules: BookRules,
  kind: EntryKind,
): PayoutTable | Unpriced {
  const problem = entryProblem(rules, legs.map(toEntryLeg))
  if (problem) return problem
  if (legs.some(({ oddsType }) => !hasStandardPayout({ oddsType })))
    return 'goblins and demons have no public payout'
  if (legs.some(({ promo }) => promo)) return 'promotional lines have no standard payout'
  const { payouts } = rules
  return payouts && isPaid(payouts, kind, legs.length) ? payouts : 'no public payout for this number of legs'
}

/** Value of an entry without a public payout. */
export const withoutValue = (reason: Unpriced): EntryValue => ({
  profit: null,
  units: null,
  words: null,
  reason,
})

/**
 * Builds the value of an entry: expected profit, break-even and recommended stake.
 * @param paid expected payout per unit staked, including the stake
 */
export function entryValue(tally: Tally, table: PayoutTable, kind: EntryKind, paid: Estimate): EntryValue {
  const { low, high } = paid.interval80
  const returns = outcomes(tally).map((outcome) => ({
    chance: outcome.chance,
    paid: payout(table, kind, outcome),
  }))
  return {
    profit: {
      value: paid.value - 1,
      interval80: { low: low - 1, high: high - 1 },
      standardError: paid.standardError,
    },
    breakEven: breakEven(table, kind, tally.legs),
    ...stake(returns, low - 1),
    reason: null,
  }
}
