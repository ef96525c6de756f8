import type { Line, Tonight } from '@propsight/shared/contracts'
import type { LineForecast, LineTrend, RankedByChance, Side } from '@propsight/shared/domain'
import type { PlayerRecord } from './run.ts'

/** Of a player whose cards are not ordered yet. */
export const NO_RANK = 0

export type AnsweredRecord = Exclude<PlayerRecord, { type: 'missing' }>

/** A line with what the player's games say about it: one card. */
export interface RankedLine {
  id: string
  /** Place in the order, from 1; `NO_RANK` while players are on their way. */
  rank: number
  line: Line
  /** What was read of the player: games, forecasts, availability. */
  record: AnsweredRecord
  personId: number
  /** The position as the league lists it, else the book's, else empty. */
  position: string
  found: LineTrend
  /** What the engine says about the line; null where it says nothing. */
  forecast: LineForecast | null
  /** Why there is no forecast, in a few words; empty with one. */
  noForecast: string
  /** Version of the engine that made the forecast, where the server names it. */
  engine: string | null
  /** The engine's side, without a forecast that of the games; null where the book does not take it. */
  call: Side | null
  /**
   * The side that the card offers to save: the call, else OVER where the book takes nothing but More. Without a call it is
   * no recommendation.
   */
  side: Side | null
  /** Around the game that the line is on; null where nothing is known. */
  tonight: Tonight | null
  /** Whether AI mode recommends it; `reasoning` is then its sentence. */
  advised: boolean
  reasoning: string
}

/** What stands in place of a call: the only side that the book takes, or the bare line. */
export const noCallText = (line: number, side: Side | null): string =>
  side ? `Over ${line}, no call` : `No call at ${line}`

/** What the orders of a board look at. */
export const asRanked = ({ id, line, found, forecast }: Omit<RankedLine, 'rank'>): RankedByChance => ({
  id,
  name: line.name,
  line: line.line,
  over: found.counts.over,
  under: found.counts.under,
  chance: forecast?.chance ?? null,
})

/** A line that has no place in the order, and why. */
export interface UnrankedLine {
  line: Line
  reason: string
  /** Of a player whose record is there, though no game counts: it can be opened, and offers no side. */
  card: RankedLine | null
}
