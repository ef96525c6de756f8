import { removeVig, type VigRemoval } from './odds.ts'
import type { Quote } from './read-prices.ts'

/**
 * The removal whose probabilities the product uses. On strikeouts and home runs it is better calibrated than
 * proportional removal; the power method is worse for home runs.
 */
export const PRODUCT_REMOVAL: VigRemoval = 'shin'

/** Quotes of one line. */
export const quotesAt = (quotes: readonly Quote[], line: number): Quote[] =>
  quotes.filter((quote) => quote.line === line)

/**
 * Chance of the over at a line without margin: the mean over the books that offer both sides.
 * @returns null if no book does
 */
export function noVigOver(quotes: readonly Quote[], line: number, method: VigRemoval): number | null {
  const chances = quotesAt(quotes, line).flatMap(({ over, under }) =>
    over === null || under === null ? [] : (removeVig([over, under], method)[0] ?? []),
  )
  return chances.length === 0 ? null : chances.reduce((sum, chance) => sum + chance, 0) / chances.length
}

/** The highest decimal odds of a side at a line; null if no book offers it. */
export function bestOdds(quotes: readonly Quote[], line: number, side: 'over' | 'under'): number | null {
  const offered = quotesAt(quotes, line).flatMap((quote) => quote[side] ?? [])
  return offered.length === 0 ? null : Math.max(...offered)
}
