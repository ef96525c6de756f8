/** `power`: all legs must win. `flex`: a smaller payout when some legs lose. */
export const ENTRY_KINDS = ['power', 'flex'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/**
 * Payouts of a pick'em book for standard legs, per unit staked and including the stake: 3 is a profit of two
 * units.
 */
export interface PayoutTable {
  readonly book: string
  /** Pages that the table was read from. */
  readonly source: string
  /** Day on which the pages were read, `YYYY-MM-DD`. */
  readonly readOn: string
  /** Payout when all legs win, by number of legs, from two without a gap. */
  readonly power: Readonly<Record<number, number>>
  /** Payouts by number of legs without a gap: with no leg lost, with one lost, and so on. */
  readonly flex: Readonly<Record<number, readonly number[]>>
  /** Payout when all legs but one tied, and that leg won. */
  readonly lastLegWon: number
}

/**
 * PrizePicks' payouts of the smallest entry. Separate constants keep the table out of pages that need only
 * these.
 */
export const POWER_2_PAYS = 3
export const LAST_LEG_PAYS = 1.5

/**
 * PrizePicks' payouts for standard legs. Two of its help pages agree on them: the first lists Power up to 6
 * legs, the second up to 4. Some combinations of legs of one game pay less, by an amount that only the book's
 * own screen shows.
 */
export const PRIZEPICKS_PAYOUTS: PayoutTable = {
  book: 'PrizePicks',
  source: 'intercom.help/prizepicks (Payouts explained), prizepicks.com/help-center/payouts',
  readOn: '2026-11-22',
  power: { 2: POWER_2_PAYS, 3: 5, 4: 10, 5: 20, 6: 37.5 },
  flex: { 3: [2.25, 1.25], 4: [5, 1.5], 5: [10, 2, 0.4], 6: [25, 2, 0.4] },
  lastLegWon: LAST_LEG_PAYS,
}

/** Whether the table has a payout for this entry. */
export const isPaid = (table: PayoutTable, kind: EntryKind, legs: number): boolean =>
  kind === 'power' ? table.power[legs] !== undefined : table.flex[legs] !== undefined

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
