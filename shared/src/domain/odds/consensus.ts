import { removeVig, type VigRemoval } from './odds.ts'

/** One book's decimal odds of a line; null for a side that it does not offer. */
export interface Quote {
  readonly book: string
  readonly line: number
  readonly over: number | null
  readonly under: number | null
}

export type OddsSide = 'over' | 'under'

/**
 * The removal whose probabilities the engine uses. On strikeouts and home runs it is better calibrated than
 * proportional removal; the power method is worse for home runs.
 */
export const PRODUCT_REMOVAL: VigRemoval = 'shin'

/** Quotes of one line. */
export const quotesAt = <Q extends Quote>(quotes: readonly Q[], line: number): Q[] =>
  quotes.filter((quote) => quote.line === line)

/** Chance of the over of one book without its margin; null if it offers one side only. */
export const bookOver = ({ over, under }: Quote, method: VigRemoval): number | null =>
  over === null || under === null ? null : (removeVig([over, under], method)[0] ?? null)

/** The books that offer both sides of a line, together. */
export interface LineConsensus {
  /** Chance of the over without margin: the mean over the books. */
  readonly over: number
  /** The greatest minus the smallest of these chances; null for a single book. */
  readonly spread: number | null
  readonly books: number
}

/** Compares the books at a line. @returns null if no book offers both sides */
export function lineConsensus(
  quotes: readonly Quote[],
  line: number,
  method: VigRemoval,
): LineConsensus | null {
  const chances = quotesAt(quotes, line).flatMap((quote) => bookOver(quote, method) ?? [])
  if (chances.length === 0) return null
  return {
    over: chances.reduce((sum, chance) => sum + chance, 0) / chances.length,
    spread: chances.length < 2 ? null : Math.max(...chances) - Math.min(...chances),
    books: chances.length,
  }
}

/** Chance of the over at a line without margin, as in `lineConsensus`; null if no book offers both sides. */
export const noVigOver = (quotes: readonly Quote[], line: number, method: VigRemoval): number | null =>
  lineConsensus(quotes, line, method)?.over ?? null

/** The quote with the highest decimal odds of a side at a line; null if no book offers it. */
export const bestQuote = <Q extends Quote>(quotes: readonly Q[], line: number, side: OddsSide): Q | null =>
  quotesAt(quotes, line).reduce<Q | null>(
    (best, quote) => ((quote[side] ?? 0) > (best?.[side] ?? 0) ? quote : best),
    null,
  )

/** The highest decimal odds of a side at a line; null if no book offers it. */
export const bestOdds = (quotes: readonly Quote[], line: number, side: OddsSide): number | null =>
  bestQuote(quotes, line, side)?.[side] ?? null

/** How far a quote is from even odds, as a chance. A book with one side only counts by that side. */
const unevenness = (quote: Quote): number => {
  const over = bookOver(quote, 'proportional') ?? (quote.over === null ? 0 : 1 / quote.over)
  return Math.abs(over - 0.5)
}

/**
 * The line that most books have as their main line. A book's main line is the one with two sides that is nearest to
 * even odds; of books without two sides, the one nearest to even odds. Of equally frequent lines, the one that more
 * books quote, then the lower one.
 * @returns null without quotes
 */
export function consensusLine(quotes: readonly Quote[]): number | null {
  const mainLines = [...Map.groupBy(quotes, ({ book }) => book).values()].map((own) => {
    const twoSided = own.filter(({ over, under }) => over !== null && under !== null)
    const candidates = twoSided.length > 0 ? twoSided : own
    return candidates.reduce((best, quote) => (unevenness(quote) < unevenness(best) ? quote : best)).line
  })
  const ranked = [...Map.groupBy(mainLines, (line) => line)].map(([line, books]) => ({
    line,
    asMain: books.length,
    quoted: quotesAt(quotes, line).length,
  }))
  ranked.sort((a, b) => b.asMain - a.asMain || b.quoted - a.quoted || a.line - b.line)
  return ranked[0]?.line ?? null
}

/** A book that has not confirmed a price for this long may not honour it. */
export const STALE_QUOTE_MS = 30 * 60_000

/**
 * Whether a quote is stale.
 * @param confirmedAt the book's last update of the market, ISO 8601
 * @param now milliseconds since 1970, by the clock of the quotes
 */
export const isStaleQuote = (confirmedAt: string, now: number): boolean =>
  now - Date.parse(confirmedAt) > STALE_QUOTE_MS
