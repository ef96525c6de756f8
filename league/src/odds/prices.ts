import type { PriceGrid } from './sample-books.ts'

/** Distance of American odds from even, below which a step of the grid applies. */
const GRID_LIMITS = [200, 400, 1000, Number.POSITIVE_INFINITY] as const
/** Part of the margin that is proportional to the chance; the remainder is equal on both sides. */
const PROPORTIONAL = 0.7
const MAX_IMPLIED = 0.985
const LONGEST = 20_000

export const logit = (chance: number): number => Math.log(chance / (1 - chance))
export const logistic = (value: number): number => 1 / (1 + Math.exp(-value))

/**
 * The probability that a price with margin implies. A part of the margin is equal on both sides, so that
 * longshots pay less than proportionally, as at real books.
 * @param chance probability that the book believes
 * @param hold share of the stakes that the book keeps
 */
const withMargin = (chance: number, hold: number): number => {
  const margin = 1 / (1 - hold) - 1
  return Math.min(MAX_IMPLIED, chance + margin * (PROPORTIONAL * chance + (1 - PROPORTIONAL) / 2))
}

/** American odds of an implied probability, rounded to a grid. Even odds are +100. */
export function americanOdds(implied: number, grid: PriceGrid): number {
  const favourite = implied > 0.5
  const exact = favourite ? (100 * implied) / (1 - implied) : (100 * (1 - implied)) / implied
  const step = grid[GRID_LIMITS.findIndex((limit) => exact < limit)] ?? grid[3]
  const size = Math.min(LONGEST, Math.max(100, Math.round(exact / step) * step))
  return favourite && size > 100 ? -size : size
}

/** The price of one side at a book. */
export const priceOf = (chance: number, { hold, grid }: { hold: number; grid: PriceGrid }): number =>
  americanOdds(withMargin(chance, hold), grid)

/** American odds as decimal odds with two decimals, as the odds service rounds them. */
export const decimalOdds = (american: number): number => {
  const profit = american > 0 ? american / 100 : 100 / -american
  return Math.round((1 + profit) * 100) / 100
}
