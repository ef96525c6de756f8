import { MARKETS } from './markets.ts'

/** Weight of the base rate in games, and number of recent starts. */
const SHRINK_GAMES = 60
const RECENT = 10

/** Share of overs of all starters so far, by market. It starts with one over in two games. */
export class BaseRate {
  #rows = 2
  readonly #overs = MARKETS.map(() => 1)

  add(overs: readonly number[]): void {
    this.#rows += 1
    for (const [market, over] of overs.entries()) this.#overs[market] = (this.#overs[market] ?? 0) + over
  }

  rates(): number[] {
    return this.#overs.map((overs) => overs / this.#rows)
  }
}

/**
 * Share of overs in the last ten starts, by market.
 * @param starts overs (0 or 1) by market of each earlier start, oldest first; at least one
 */
export function lastTenRates(starts: readonly (readonly number[])[]): number[] {
  const recent = starts.slice(-RECENT)
  return sumsOf(recent).map((overs) => overs / recent.length)
}

/**
 * Share of overs in all starts, shrunk toward the base rate: (overs + 60 · base) / (starts + 60), by market.
 */
export const shrunkRates = (starts: readonly (readonly number[])[], base: readonly number[]): number[] =>
  sumsOf(starts).map(
    (overs, market) => (overs + SHRINK_GAMES * (base[market] ?? 0)) / (starts.length + SHRINK_GAMES),
  )

const sumsOf = (starts: readonly (readonly number[])[]): number[] =>
  MARKETS.map((_, market) => starts.reduce((sum, overs) => sum + (overs[market] ?? 0), 0))
