import { breakEven } from '../../parlay/break-even.ts'
import { payout } from '../../parlay/payout.ts'
import { type EntryKind, isPaid, type PayoutTable } from '../../parlay/payout-table.ts'
import { type Stake, stake } from '../../parlay/stake.ts'
import type { Estimate } from './estimate.ts'
import type { ParlayLeg } from './leg.ts'
import { outcomes, type Tally } from './tally.ts'

/** Why an entry has a chance, but no value. */
export type Unpriced =
  | 'goblins and demons have no public payout'
  | 'no public payout for this number of legs'
  | 'the book takes no entry of one club alone'

export type EntryValue =
  | ({
      /** Expected profit per unit staked: 0 returns the stake. */
      readonly profit: Estimate
      /** The chance that each leg would need, were all alike and independent. */
      readonly breakEven: number | null
      readonly reason: null
    } & Stake)
  | { readonly profit: null; readonly units: null; readonly words: null; readonly reason: Unpriced }

/** Expected payout per unit staked, the stake included. */
export const expectedPayout = (tally: Tally, table: PayoutTable, kind: EntryKind): number =>
  outcomes(tally).reduce((sum, outcome) => sum + outcome.chance * payout(table, kind, outcome), 0)

/** Why the book's table does not say what these legs pay; null where it does. */
export function unpriced(legs: readonly ParlayLeg[], table: PayoutTable, kind: EntryKind): Unpriced | null {
  if (legs.some(({ oddsType }) => oddsType !== 'standard')) return 'goblins and demons have no public payout'
  if (!isPaid(table, kind, legs.length)) return 'no public payout for this number of legs'
  const clubs = new Set(legs.map(({ club }) => club))
  return clubs.size === 1 && !clubs.has(null) ? 'the book takes no entry of one club alone' : null
}

/** An entry that nobody can put a value on. */
export const withoutValue = (reason: Unpriced): EntryValue => ({
  profit: null,
  units: null,
  words: null,
  reason,
})

/**
 * What an entry is worth.
 * @param paid expected payout per unit staked, the stake included
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
