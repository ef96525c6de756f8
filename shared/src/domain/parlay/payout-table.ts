/** All legs must win, or some may miss for less. */
export const ENTRY_KINDS = ['power', 'flex'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** What a pick'em book pays for standard legs, stake included: 3 returns the stake and two more. */
export interface PayoutTable {
  readonly book: string
  /** Where it was read. */
  readonly source: string
  /** The day of the reading, `YYYY-MM-DD`. */
  readonly readOn: string
  /** By number of legs, from two on without a gap: paid when all of them win. */
  readonly power: Readonly<Record<number, number>>
  /** By number of legs without a gap: paid with no leg missed, with one missed, and so on. */
  readonly flex: Readonly<Record<number, readonly number[]>>
  /** Paid when ties leave one leg, and it won. */
  readonly lastLegWon: number
}

/** PrizePicks' smallest entry, on its own for those who need not carry the whole table into a page. */
export const POWER_2_PAYS = 3
export const LAST_LEG_PAYS = 1.5

/**
 * PrizePicks' table for standard legs. Two of its help pages agree on it (the first writes Power up to 6, the second
 * up to 4). Some combinations of one game pay less, and only the book's own screen shows by how much.
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
