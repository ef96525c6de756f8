import type { PayoutTable } from '../payouts/payout.ts'

/**
 * The rules of the pick'em books: which entries a book takes, what it pays, and how it settles what does not go
 * as planned. The data are in `books.ts`. Every rule has the pages that it was read from and the day.
 */

/** A rule with its source. */
export interface Rule<T> {
  readonly value: T
  /** Pages that state the rule, without protocol. */
  readonly pages: readonly string[]
  /** Day on which the pages were read, `YYYY-MM-DD`. */
  readonly readOn: string
  /** What the pages leave open or say differently. */
  readonly note?: string
}

/**
 * What a player has to do in the game for a pick to be graded; otherwise the pick is void. `any-play`: take part
 * in any way, also as a runner or fielder. `any-pitch`: throw a pitch. `start`: be in the starting lineup, or
 * throw the first pitch of the club. `start-and-at-bat`, `start-and-inning`: in addition have an at-bat, or
 * pitch a full inning.
 */
export type Participation = 'any-play' | 'any-pitch' | 'start' | 'start-and-at-bat' | 'start-and-inning'

/**
 * What happens to a pick on a game that was suspended after it began. `stays-open`: it is graded when the game
 * is completed. `void-after`: it is graded if the game is resumed within so many hours of its scheduled start,
 * otherwise void, except for a pick that was decided before the suspension (`unlessDecided`).
 */
export type SuspendedGame =
  | { readonly kind: 'stays-open' }
  | { readonly kind: 'void-after'; readonly hours: number; readonly unlessDecided: boolean }

/** Rules of one book. Null: no page that states the rule was found. */
export interface BookRules {
  readonly name: string
  /** Day on which the newest of the pages was read, `YYYY-MM-DD`. */
  readonly readOn: string
  /** Fewest and most legs of an entry. */
  readonly sizes: Rule<{ readonly fewest: number; readonly most: number }>
  /** Payouts of standard legs; null where every leg has a multiplier of its own. */
  readonly payouts: PayoutTable | null
  /** Fewest clubs of an entry. */
  readonly fewestClubs: Rule<number>
  /** Whether the book refuses two legs of one player. */
  readonly refusesPlayerTwice: Rule<boolean> | null
  /** Whether the book refuses a pitcher together with a batter of the club that the pitcher faces. */
  readonly refusesPitcherWithOpposingBatter: Rule<boolean> | null
  /**
   * Which legs do not count when a reduced entry is checked again for its legs and clubs; an entry that fails is
   * refunded. `no-plays`: legs without play. `no-plays-and-ties`: also ties.
   */
  readonly refundsReducedEntry: Rule<'no-plays' | 'no-plays-and-ties'>
  /** When a pick on each group of markets is graded. */
  readonly participation: Rule<{ readonly hitting: Participation; readonly pitching: Participation }>
  readonly suspendedGame: Rule<SuspendedGame>
  /** Whether a game that is not begun on its scheduled day voids its picks. */
  readonly voidsPostponedGame: Rule<boolean>
  /** Whether legs of one game may change the payout of an entry. */
  readonly sameGameChangesPayout: Rule<boolean> | null
  /** Whether a promotional line has the standard payout. */
  readonly promotionHasStandardPayout: Rule<boolean> | null
}

/**
 * Payouts of the smallest PrizePicks entry. Apart from its table, which pages that need only these do not load.
 */
export const POWER_2_PAYS = 3
export const LAST_LEG_PAYS = 1.5
