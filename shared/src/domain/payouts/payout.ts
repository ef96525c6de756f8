import type { EntryKind, PayoutTable } from '../parlay/payout-table.ts'

/** Results of the legs of an entry; the four counts sum to its number of legs. */
export interface LegCounts {
  readonly wins: number
  readonly losses: number
  /** Legs whose stat equals the line. */
  readonly ties: number
  /** Legs whose player did not take part. */
  readonly noPlays: number
}

/** One possible outcome of an entry. */
export interface EntryOutcome extends LegCounts {
  readonly chance: number
}

/** The stake is refunded. */
const REFUND = 1
/** An entry is void when fewer legs are played. */
const FEWEST_LEGS = 2

/**
 * Payout of a size. A Flex entry below the smallest Flex size is paid as Power: a Flex 3 minus one leg is a
 * Power 2.
 */
function ofSize(table: PayoutTable, kind: EntryKind, legs: number, misses: number): number {
  const ladder = kind === 'flex' ? table.flex[legs] : undefined
  if (ladder) return ladder[misses] ?? 0
  return misses === 0 ? (table.power[legs] ?? 0) : 0
}

/**
 * Payout of an entry per unit staked, including the stake. In the order of the book, legs without play are
 * removed first, then ties; each reduces the entry to the next lower size. A Power 2 with a leg that is not
 * played is refunded, whatever the result of the other leg. A Power 2 with a tie pays `lastLegWon` when the
 * other leg won, and nothing when it lost. An entry of ties only is refunded.
 * Source: the pages in `PRIZEPICKS_PAYOUTS.source`. Larger entries reduced to one leg or none are treated
 * like a reduced Power 2, which follows from 'reverts to the next lower entry' on these pages.
 * @param table has a payout for the full size of the entry (`isPaid`)
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
