/** Fields that the order of a board depends on. `over` and `under` are counts of games. */
export interface Ranked {
  readonly id: string
  readonly name: string
  readonly line: number
  readonly over: number
  readonly under: number
}

/** `chance`: the engine's chance of the side that is shown, 0 to 1; null without a forecast. */
export interface RankedByChance extends Ranked {
  readonly chance: number | null
}

/** Sorts lines without a forecast below every chance. */
const UNKNOWN = -1

/** Compares code units instead of using the locale, so that a board has the same order on every machine. */
const compareText = (a: string, b: string): number => {
  if (a < b) return -1
  return a > b ? 1 : 0
}

const orderByRate = (overA: number, gamesA: number, overB: number, gamesB: number): number => {
  if (gamesA === 0 || gamesB === 0) return Number(gamesB > 0) - Number(gamesA > 0)
  // Cross-multiplied to avoid rounding: 2 of 3 and 4 of 6 are the same rate.
  return overB * gamesA - overA * gamesB
}

/**
 * Orders a board by hit rate: over rate, then sample size, then name, higher line and id. At equal rates the
 * larger sample is stronger evidence. It also has the higher Wilson lower bound, so that bound needs no key
 * of its own. Name, line and id make the order total: a board keeps its order when its players arrive in
 * another order. Lines without a decided game sort last.
 */
export function compareByOverRate(a: Ranked, b: Ranked): number {
  const gamesA = a.over + a.under
  const gamesB = b.over + b.under
  return orderByRate(a.over, gamesA, b.over, gamesB) || gamesB - gamesA || byIdentity(a, b)
}

/** Orders by chance, highest first, then as `compareByOverRate`. Lines without a forecast sort last. */
export const compareByChance = (a: RankedByChance, b: RankedByChance): number =>
  (b.chance ?? UNKNOWN) - (a.chance ?? UNKNOWN) || compareByOverRate(a, b)

/** As `compareByOverRate`, by under rate. */
export function compareByUnderRate(a: Ranked, b: Ranked): number {
  const gamesA = a.over + a.under
  const gamesB = b.over + b.under
  return orderByRate(a.under, gamesA, b.under, gamesB) || gamesB - gamesA || byIdentity(a, b)
}

/** Orders by the number of decided games, highest first, then as `compareByOverRate`. */
export const compareBySample = (a: Ranked, b: Ranked): number =>
  b.over + b.under - (a.over + a.under) || compareByOverRate(a, b)

/** Orders by name, then by line (higher first), then by id. */
export const byIdentity = (a: Ranked, b: Ranked): number =>
  compareText(a.name, b.name) || b.line - a.line || compareText(a.id, b.id)
