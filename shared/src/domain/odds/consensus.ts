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

/**
 * Distance in log-odds from the median of the books at which a price is out of line: its odds differ by a factor of
 * three. Of the recorded prices before the first pitch (2025), none of 209,936 on strikeouts and 145 of 289,358 on home
 * runs are that far; a market that is being closed, or a mistake, is far beyond.
 */
export const OUT_OF_LINE_LOG_ODDS = Math.log(3)

const logit = (chance: number): number => Math.log(chance / (1 - chance))

/** Log-odds of the over at one book; of a book with one side, with its margin. Null without a price. */
function logOddsOfOver(quote: Quote): number | null {
  const { over, under } = quote
  const chance = bookOver(quote, 'proportional')
  if (chance !== null) return logit(chance)
  if (over !== null) return logit(1 / over)
  return under === null ? null : -logit(1 / under)
}

/** Median; 0 without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/**
 * Least and greatest sum of the chances of both sides, with the margin, in a market. The recorded prices have 1.02 to
 * 1.12, except for 35 of 1.96: markets that were being closed.
 */
const LEAST_SUM = 0.95
const GREATEST_SUM = 1.3

const isMarket = ({ over, under }: Quote): boolean => {
  if (over === null || under === null) return true
  const sum = 1 / over + 1 / under
  return sum >= LEAST_SUM && sum <= GREATEST_SUM
}

/**
 * Finds the prices that are far from those of the other books at the same line, and those whose two sides contradict each
 * other. They count neither as best nor in the consensus. Of two books that contradict each other, neither counts.
 * @param quotes of all books, not only of the user's
 */
export function findOutOfLine<Q extends Quote>(quotes: readonly Q[]): ReadonlySet<Q> {
  const found = new Set<Q>()
  for (const atLine of Map.groupBy(quotes, ({ line }) => line).values()) {
    const priced = atLine.flatMap((quote) => {
      const logOdds = logOddsOfOver(quote)
      if (!isMarket(quote)) found.add(quote)
      return logOdds === null || found.has(quote) ? [] : [{ quote, logOdds }]
    })
    const middle = median(priced.map(({ logOdds }) => logOdds))
    for (const { quote, logOdds } of priced) {
      if (Math.abs(logOdds - middle) > OUT_OF_LINE_LOG_ODDS) found.add(quote)
    }
  }
  return found
}

/** The quotes without those of `findOutOfLine`. */
export function withoutOutOfLine<Q extends Quote>(quotes: readonly Q[]): Q[] {
  const outOfLine = findOutOfLine(quotes)
  return quotes.filter((quote) => !outOfLine.has(quote))
}

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

/**
 * The rule of the best price: the quote with the highest odds of a side at a line, at a book that the user can use; null
 * if none of them offers it.
 * @param quotes decimal or American, which have the same order; current ones, without those of `findOutOfLine`
 * @param own keys of the user's books; null for all
 */
export const bestQuote = <Q extends Quote>(
  quotes: readonly Q[],
  line: number,
  side: OddsSide,
  own: readonly string[] | null = null,
): Q | null =>
  quotesAt(quotes, line)
    .filter((quote) => quote[side] !== null && (own?.includes(quote.book) ?? true))
    .reduce<Q | null>(
      (best, quote) => (best === null || (quote[side] ?? 0) > (best[side] ?? 0) ? quote : best),
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
