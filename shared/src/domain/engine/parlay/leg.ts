import type { OddsType } from '../../odds-type.ts'

export const SIDES = ['over', 'under'] as const
export type Side = (typeof SIDES)[number]

/** One leg of an entry: whom and what it is about, and its calibrated chances. */
export interface ParlayLeg {
  /** Whatever names the game: legs with the same name share it. */
  readonly game: string
  /** The player's club; null where unknown, which leaves him apart from everybody else in the game. */
  readonly club: string | null
  readonly player: string
  /** A batter's place in the order, 1 to 9; null while unknown, and for pitchers. */
  readonly slot: number | null
  /** As the book writes it, or one of its aliases. */
  readonly stat: string
  readonly line: number
  readonly side: Side
  readonly oddsType: OddsType
  /** Chance that this side wins if he plays, 0 to 1. */
  readonly win: number
  /** Ends of the 80% interval of `win`. */
  readonly interval80: { readonly low: number; readonly high: number }
  /** Chance of exactly the line if he plays; 0 for half lines. */
  readonly push: number
  /** Chance that he does not take part at all. */
  readonly noPlay: number
}

/** Why there is no number for an entry. */
export type EntryRefusal =
  | 'fewer than two legs'
  | 'more than ten legs'
  | 'unknown stat'
  | 'line is not a number'
  | 'slot is not a place of the order'
  | 'chance is not between 0 and 1'
  | 'chances sum to more than 1'
  | 'interval does not hold the chance'
  | 'the same leg twice'
  | 'both sides of one line'

export type EntryResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: EntryRefusal }
