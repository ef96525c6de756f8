import type { EntryKind, PayoutTable } from './payout-table.ts'

/** How the legs of an entry ended; the four sum to its legs. */
export interface LegCounts {
  readonly wins: number
  readonly losses: number
  /** Legs that ended on the line. */
  readonly ties: number
  /** Legs whose player did not take part. */
  readonly noPlays: number
}

/** One way in which an entry may end. */
export interface EntryOutcome extends LegCounts {
  readonly chance: number
}

/** The stake comes back. */
const REFUND = 1
/** An entry of fewer legs that take part is void. */
const FEWEST_LEGS = 2

/** A Flex that fell below its smallest size is a Power (Flex 3 with a leg gone is a Power 2). */
function ofSize(table: PayoutTable, kind: EntryKind, legs: number, misses: number): number {
  const ladder = kind === 'flex' ? table.flex[legs] : undefined
  if (ladder) return ladder[misses] ?? 0
  return misses === 0 ? (table.power[legs] ?? 0) : 0
}

/**
 * What an entry pays per unit staked, the stake included.
 * Legs without play drop out first, then ties, each to the next lower size (the book's order). A Power 2 with a leg
 * that does not play is refunded, whatever became of the other; with a tie it pays `lastLegWon`, or nothing when the
 * other leg lost; when nothing but ties is left, the stake comes back.
 * Source: the pages that `PRIZEPICKS_PAYOUTS` names; that bigger entries reduced to one leg or none are treated like
 * a Power 2 so reduced follows from their 'reverts to the next lower entry'.
 * @param counts of an entry whose size the table pays (`isPaid`)
 */
export function payout(
  table: PayoutTable,
  kind: EntryKind,
  { wins, losses, ties }: Omit<LegCounts, 'noPlays'>,
): number {
  if (wins + losses + ties < FEWEST_LEGS) return REFUND
  const decided = wins + losses
  if (decided === 0) return REFUND
  if (decided === 1) return wins * table.lastLegWon
  return ofSize(table, kind, decided, losses)
}
