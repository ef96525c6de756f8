import { MARKETS } from './markets.ts'

/** Games of the base rate mixed into a player's own (the baseline; notes: 'season shrunk by 60 games'). */
const SHRINK_GAMES = 60
const RECENT = 10

/** How often starters have gone over so far, market by market: one over in two before the first game. */
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

/** Rate of the last ten starts. @param starts overs by market of each earlier start, oldest first; at least one */
export function lastTenRates(starts: readonly (readonly number[])[]): number[] {
  const recent = starts.slice(-RECENT)
  return sumsOf(recent).map((overs) => overs / recent.length)
}

/** Rate of all starts, shrunk: (overs + 60 · base) / (starts + 60). */
export const shrunkRates = (starts: readonly (readonly number[])[], base: readonly number[]): number[] =>
  sumsOf(starts).map(
    (overs, market) => (overs + SHRINK_GAMES * (base[market] ?? 0)) / (starts.length + SHRINK_GAMES),
  )

const sumsOf = (starts: readonly (readonly number[])[]): number[] =>
  MARKETS.map((_, market) => starts.reduce((sum, overs) => sum + (overs[market] ?? 0), 0))
