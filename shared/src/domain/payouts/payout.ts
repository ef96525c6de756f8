/** `power`: all legs must win. `flex`: a smaller payout when some legs lose. */
export const ENTRY_KINDS = ['power', 'flex'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/**
 * Payouts of a pick'em book for standard legs, per unit staked and including the stake: 3 is a profit of two
 * units.
 */
export interface PayoutTable {
  /** Pages that the table was read from. */
  readonly pages: readonly string[]
  /** Day on which the pages were read, `YYYY-MM-DD`. */
  readonly readOn: string
  readonly note?: string
  /** Payout when all legs win, by number of legs, from two without a gap. */
  readonly power: Readonly<Record<number, number>>
  /** Payouts by number of legs without a gap: with no leg lost, with one lost, and so on. */
  readonly flex: Readonly<Record<number, readonly number[]>>
  /** Payout when all legs but one tied, and that leg won; null where the book refunds such an entry. */
  readonly lastLegWon: number | null
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
 * other leg won, and nothing when it lost; a book without `lastLegWon` refunds it. An entry of ties only is
 * refunded. Source: the pages of the table. Larger entries reduced to one leg or none are treated like a reduced
 * Power 2, which follows from 'reverts to the next lower entry' on these pages.
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
  if (decided === 1) return table.lastLegWon === null ? REFUND : wins * table.lastLegWon
  return ofSize(table, kind, decided, losses)
}

/** Bisection steps: enough for the resolution of a double. */
const HALVINGS = 60

function choose(of: number, taken: number): number {
  let ways = 1
  for (let at = 1; at <= taken; at++) ways = (ways * (of - taken + at)) / at
  return ways
}

/** Expected payout per unit staked of an entry whose legs all win with the same chance, without ties. */
function paidAt(table: PayoutTable, kind: EntryKind, legs: number, chance: number): number {
  let sum = 0
  for (let wins = 0; wins <= legs; wins++) {
    const losses = legs - wins
    const likely = choose(legs, wins) * chance ** wins * (1 - chance) ** losses
    sum += likely * payout(table, kind, { wins, losses, ties: 0 })
  }
  return sum
}

/**
 * The chance that each leg needs for an entry to return its stake on average, with independent legs of equal
 * chance and no ties. The payout does not decrease with the number of wins, so bisection finds that chance.
 * @param legs number of legs
 * @returns between 0 and 1; null where the table does not pay the entry, or pays less than the stake even if
 * all legs win
 */
export function breakEven(table: PayoutTable, kind: EntryKind, legs: number): number | null {
  if (!isPaid(table, kind, legs) || paidAt(table, kind, legs, 1) < 1) return null
  let low = 0
  let high = 1
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (paidAt(table, kind, legs, middle) < 1) low = middle
    else high = middle
  }
  return (low + high) / 2
}
