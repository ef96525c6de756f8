import type { OddsType } from '../../odds-type.ts'

export const SIDES = ['over', 'under'] as const
export type Side = (typeof SIDES)[number]

/** One leg of an entry: player, market, side and calibrated chances. */
export interface ParlayLeg {
  /** Any identifier of the game. Legs with the same identifier are of the same game. */
  readonly game: string
  /** Club of the player. Null where unknown: the leg is then independent of those of other players. */
  readonly club: string | null
  readonly player: string
  /** Place of a batter in the order, 1 to 9; null while unknown, and for pitchers. */
  readonly slot: number | null
  /** Market as the book writes it, or one of its aliases. */
  readonly stat: string
  readonly line: number
  readonly side: Side
  readonly oddsType: OddsType
  /** Chance that this side wins if the player takes part, 0 to 1. */
  readonly win: number
  /** Ends of the 80% interval of `win`. */
  readonly interval80: { readonly low: number; readonly high: number }
  /** Chance of exactly the line if the player takes part; 0 for half lines. */
  readonly push: number
  /** Chance that the player does not take part. */
  readonly noPlay: number
}

/** Reasons for which an entry cannot be assessed. */
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
