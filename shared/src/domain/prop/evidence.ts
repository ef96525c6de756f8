import type { LineSource } from '../engine/line-evidence.ts'
import type { OddsType } from '../lines/recommendation.ts'
import {
  consensusLine,
  isStaleQuote,
  lineConsensus,
  PRODUCT_REMOVAL,
  type Quote,
  withoutOutOfLine,
} from '../odds/consensus.ts'

/** The sportsbooks that offer both sides of a line, together. */
export interface LinePrice {
  readonly line: number
  /** Chance of the over without margin, if the stat does not equal the line. */
  readonly over: number
  readonly books: number
  /** Age of the oldest of these prices in whole minutes; null if it is not known. */
  readonly minutes: number | null
}

/** A line of the pick'em book. */
export interface BookLine {
  readonly line: number
  readonly oddsType: OddsType
}

/** Everything that is known of a market besides the engine's forecast. */
export interface MarketEvidence {
  /** Current prices by line, the line of most books first. */
  readonly prices: readonly LinePrice[]
  /**
   * The standard line of the pick'em book, of several one that is in `offered`, else the line of most sportsbooks; null
   * if neither is known.
   */
  readonly standardLine: number | null
  /** Who offers the standard line, or the lines in `offered`: at the lines of a pick'em book the engine knows less. */
  readonly lineSource: LineSource
  /** The lines of the pick'em book. */
  readonly offered: readonly BookLine[]
}

/** A book's price with the time of its last confirmation, ISO 8601. */
export interface TimedQuote extends Quote {
  readonly confirmedAt: string
}

const MINUTE_MS = 60_000

const ageOf = (quotes: readonly TimedQuote[], now: number): number => {
  const oldest = Math.min(now, ...quotes.map(({ confirmedAt }) => Date.parse(confirmedAt)))
  return Math.floor((now - oldest) / MINUTE_MS)
}

/**
 * Digests the prices of a market. Stale prices, and prices far from those of the other books, count neither as
 * evidence nor as best.
 * @param now milliseconds since 1970, by the clock of the quotes
 * @returns `quotes`: the ones that count, those of the line of most books first
 */
export function digestPrices<Q extends TimedQuote>(
  quotes: readonly Q[],
  now: number,
): { mainLine: number | null; prices: LinePrice[]; quotes: Q[] } {
  const current = withoutOutOfLine(quotes.filter(({ confirmedAt }) => !isStaleQuote(confirmedAt, now)))
  const mainLine = consensusLine(current)
  const lines = [...new Set(current.map(({ line }) => line))].toSorted(
    (a, b) => Number(b === mainLine) - Number(a === mainLine) || a - b,
  )
  const prices = lines.flatMap((line) => {
    const consensus = lineConsensus(current, line, PRODUCT_REMOVAL)
    if (!consensus) return []
    const counted = current.filter((each) => each.line === line && each.over !== null && each.under !== null)
    return [{ line, over: consensus.over, books: consensus.books, minutes: ageOf(counted, now) }]
  })
  const counted = lines.flatMap((line) => current.filter((each) => each.line === line))
  return { mainLine, prices, quotes: counted }
}
