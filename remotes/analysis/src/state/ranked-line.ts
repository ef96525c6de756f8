import type { Line, Tonight } from '@propsight/shared/contracts'
import {
  type BestOffer,
  confidencePercent,
  hasFewGames,
  type LineForecast,
  type LineTrend,
  parseStatsText,
  type RankedByWorth,
  reachesBreakEven,
  type Side,
  sideRate,
} from '@propsight/shared/domain'
import { clockText } from '@propsight/shared/format'
import type { PlayerRecord } from './run.ts'

/** Rank of a card that is not ordered yet, or cannot be ranked. */
export const NO_RANK = 0

export type AnsweredRecord = Exclude<PlayerRecord, { type: 'missing' }>

/** A line with the statistics of the player's games against it: the data of one card. */
export interface RankedLine {
  id: string
  /**
   * Position in the order, from 1; `NO_RANK` while players are loading. On a board, further lines of a player and market
   * below the first one have its rank.
   */
  rank: number
  line: Line
  /** The player's record: games, forecasts, availability. */
  record: AnsweredRecord
  personId: number
  /** Fielding position from the league, else from the book, else empty. */
  position: string
  found: LineTrend
  /** The engine's forecast of the line; null if there is none. */
  forecast: LineForecast | null
  /** The best offer of the side of `forecast`; null without one. */
  offer: BestOffer | null
  /** Whether the gate allows to call the side an edge (`isEdge`). */
  edge: boolean
  /** Short reason for a missing forecast; empty if there is one. */
  noForecast: string
  /** Version of the engine that made the forecast; null if the server does not provide it. */
  engine: string | null
  /**
   * The side favored by the engine, or by the games without a forecast; null if the book does not accept it.
   */
  call: Side | null
  /**
   * The side that the card offers to save: that of the user's slip, else the call, else OVER on lines where the
   * book accepts More only.
   * Without a call it is not a recommendation.
   */
  side: Side | null
  /** Context of the line's game; null if unknown. */
  tonight: Tonight | null
  /** Whether AI mode recommends the line; `reasoning` is then the text of the recommendation. */
  advised: boolean
  reasoning: string
}

/** The side that a card's figures are of: the called one, which the slip of the user may contradict. */
export const figureSide = ({ call, side }: Pick<RankedLine, 'call' | 'side'>): Side | null => call ?? side

/**
 * 'Ana, over 1.5 Hits, SEA, 7:10 PM': names a card among all of a board for buttons that show a symbol or one word. The club
 * tells players of one name apart, the start the games of a doubleheader, the odds type the lines of a book at one value.
 * @param what the line as the button needs it, such as 'over 1.5 Hits'
 */
export const cardLabel = ({ line }: RankedLine, what: string): string =>
  [line.name, what, line.oddsType === 'standard' ? null : line.oddsType, line.team, clockText(line.gameTime)]
    .filter(Boolean)
    .join(', ')

/** Ids of lines that were read from a picture begin with this. */
export const PICTURE_LINE = 'image-'

/** The side on the user's slip; null for a line of the book, and if the picture shows no side. */
export const enteredSide = ({ id, stats }: Line): Side | null =>
  id.startsWith(PICTURE_LINE) ? (parseStatsText(stats)?.side ?? null) : null

/** Slip and call side by side, such as 'Slip: Less · Ours: Over 58%'; null for a line without a slip. */
export function slipText({ line, call, forecast }: RankedLine): string | null {
  const entered = enteredSide(line)
  if (!entered) return null
  const side = call === null ? 'no call' : { OVER: 'Over', UNDER: 'Under' }[call]
  const percent = call && forecast ? ` ${confidencePercent(forecast.chance)}%` : ''
  return `Slip: ${entered === 'OVER' ? 'More' : 'Less'} · Ours: ${side}${percent}`
}

/** Text shown instead of a call: the only side that the book accepts, or the line alone. */
export const noCallText = (line: number, side: Side | null): string =>
  side === 'OVER' ? `Over ${line}, no call` : `No call at ${line}`

const MINUTE_MS = 60_000

/**
 * Present age of the prices that a forecast rests on, in whole minutes; null without prices, and where it is not known.
 * @param now ms since the epoch
 */
export function priceAge({ price }: LineForecast, { readAt }: AnsweredRecord, now: number): number | null {
  if (typeof price?.minutes !== 'number' || readAt === undefined) return null
  return price.minutes + Math.floor(Math.max(0, now - readAt) / MINUTE_MS)
}

/** Points of probability above the break-even of the best offer; null without a forecast or an offer. */
export const marginOverBreakEven = ({ forecast, offer }: RankedLine): number | null =>
  forecast && offer ? 100 * (forecast.chance - offer.breakEven) : null

/** Whether a card may be a top pick: it reaches the break-even of its best offer, on enough games. */
export const mayBeTopPick = ({ forecast, offer, found }: Omit<RankedLine, 'rank'>): boolean =>
  reachesBreakEven(forecast, offer) && !hasFewGames(found.bars.length)

/** The fields that the sort orders of a board compare. */
export function toSortKey(card: Omit<RankedLine, 'rank'>): RankedByWorth {
  const { id, line, found, forecast, offer } = card
  const { hits, decided } = sideRate(found.counts, figureSide(card))
  const few = hasFewGames(found.bars.length)
  const chance = forecast?.chance ?? null
  return { id, name: line.name, line: line.line, hits, decided, few, chance, worth: offer?.worth ?? null }
}

/** A line that is not ranked, and the reason. */
export interface UnrankedLine {
  line: Line
  reason: string
  /**
   * Set if the player's record exists but no game counts: the detail view opens, and there is no side to
   * save.
   */
  card: RankedLine | null
}
