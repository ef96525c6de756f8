import type { EntryLeg } from '../../books/entry-rules.ts'
import type { OddsType } from '../../lines/recommendation.ts'
import { findStatType } from '../../sports/index.ts'
import { canonicalStat } from '../../stats-text.ts'

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
  /** Whether the line is a promotion. */
  readonly promo?: boolean
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

const FEWEST_LEGS = 2
const MOST_LEGS = 10
const SLOTS = 9
/** Tolerance for sums of rounded chances. */
const ROUNDING = 1e-6

const isChance = (value: number): boolean => value >= 0 && value <= 1

/** The part of a leg that the rules of a book refer to. */
export const toEntryLeg = ({ game, club, player, stat }: ParlayLeg): EntryLeg => ({
  game,
  club,
  player,
  group: findStatType(stat)?.group ?? 'hitting',
})

/** Key of a leg's line, the same for both sides and for all aliases of the market. */
export const lineKey = ({ game, player, stat, line }: ParlayLeg): string =>
  [game, player, canonicalStat(stat), line].join('\n')

function legProblem({ stat, line, slot, win, push, noPlay, interval80 }: ParlayLeg): EntryRefusal | null {
  if (!findStatType(stat)) return 'unknown stat'
  if (!Number.isFinite(line)) return 'line is not a number'
  if (slot !== null && !(Number.isInteger(slot) && slot >= 1 && slot <= SLOTS))
    return 'slot is not a place of the order'
  if (![win, push, noPlay, interval80.low, interval80.high].every(isChance))
    return 'chance is not between 0 and 1'
  if (win + push > 1 + ROUNDING) return 'chances sum to more than 1'
  if (interval80.low > win + ROUNDING || interval80.high < win - ROUNDING)
    return 'interval does not hold the chance'
  return null
}

/** Checks the legs of an entry. @returns the first problem, or null for valid legs */
export function legsProblem(legs: readonly ParlayLeg[]): EntryRefusal | null {
  if (legs.length < FEWEST_LEGS) return 'fewer than two legs'
  if (legs.length > MOST_LEGS) return 'more than ten legs'
  for (const leg of legs) {
    const problem = legProblem(leg)
    if (problem) return problem
  }
  const sides = new Map<string, string>()
  for (const leg of legs) {
    const other = sides.get(lineKey(leg))
    if (other) return other === leg.side ? 'the same leg twice' : 'both sides of one line'
    sides.set(lineKey(leg), leg.side)
  }
  return null
}
