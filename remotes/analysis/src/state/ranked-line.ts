import type { Line } from '@propsight/shared/contracts'
import type { LineForecast, LineTrend, RankedByChance, Side } from '@propsight/shared/domain'

/** A line with what the player's games say about it: one card. */
export interface RankedLine {
  id: string
  rank: number
  line: Line
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
  reasoning: string
}

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
}
