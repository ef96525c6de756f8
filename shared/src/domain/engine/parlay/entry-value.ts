import { breakEven } from '../../payouts/break-even.ts'
import { payout } from '../../payouts/payout.ts'
import { type EntryKind, isPaid, type PayoutTable } from '../../parlay/payout-table.ts'
import { type Stake, stake } from '../../payouts/stake.ts'
import type { Estimate } from './estimate.ts'
import type { ParlayLeg } from './leg.ts'
import { outcomes, type Tally } from './tally.ts'

/** Reasons for which an entry has a chance and no value. */
export type Unpriced =
  | 'goblins and demons have no public payout'
  | 'no public payout for this number of legs'
  | 'the book takes no entry of one club alone'

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

/** Reason for which the book has no public payout of these legs; null where it has one. */
export function unpriced(legs: readonly ParlayLeg[], table: PayoutTable, kind: EntryKind): Unpriced | null {
  if (legs.some(({ oddsType }) => oddsType !== 'standard')) return 'goblins and demons have no public payout'
  if (!isPaid(table, kind, legs.length)) return 'no public payout for this number of legs'
  const clubs = new Set(legs.map(({ club }) => club))
  return clubs.size === 1 && !clubs.has(null) ? 'the book takes no entry of one club alone' : null
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
