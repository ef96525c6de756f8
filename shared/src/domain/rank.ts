/** What the order of a board looks at. */
export interface Ranked {
  readonly id: string
  readonly name: string
  readonly line: number
  readonly over: number
  readonly under: number
}

/** The same with the engine's chance of the side that is shown, 0 to 1; null where it gives none. */
export interface RankedByChance extends Ranked {
  readonly chance: number | null
}

/** Below every chance. */
const UNKNOWN = -1

/** Code units, not locale: the same board has the same order on every machine. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const orderByRate = (overA: number, gamesA: number, overB: number, gamesB: number): number => {
  if (gamesA === 0 || gamesB === 0) return Number(gamesB > 0) - Number(gamesA > 0)
  // Cross-multiplied: 2 of 3 and 4 of 6 are the same rate, whatever floating point makes of them.
  return overB * gamesA - overA * gamesB
}

/**
 * Order of a board by hit rate: over rate, then sample, then name, line and id.
 * At equal rates the larger sample says more: it is also the one with the higher Wilson lower bound, so no third
 * key is needed for it. Name, the higher line and the id come last, so that the order is total, and a board does
 * not shuffle when its players arrive in another order. Lines without a decided game come after all others.
 */
export function compareByOverRate(a: Ranked, b: Ranked): number {
  const [gamesA, gamesB] = [a.over + a.under, b.over + b.under]
  return orderByRate(a.over, gamesA, b.over, gamesB) || gamesB - gamesA || byIdentity(a, b)
}

/** Highest chance first, then as `compareByOverRate`; lines without a forecast come after all others. */
export const compareByChance = (a: RankedByChance, b: RankedByChance): number =>
  (b.chance ?? UNKNOWN) - (a.chance ?? UNKNOWN) || compareByOverRate(a, b)

/** The same from the other side: the lines that stayed under most often come first. */
export function compareByUnderRate(a: Ranked, b: Ranked): number {
  const [gamesA, gamesB] = [a.over + a.under, b.over + b.under]
  return orderByRate(a.under, gamesA, b.under, gamesB) || gamesB - gamesA || byIdentity(a, b)
}

/** Most decided games first, then as `compareByOverRate`. */
export const compareBySample = (a: Ranked, b: Ranked): number =>
  b.over + b.under - (a.over + a.under) || compareByOverRate(a, b)

/** Name, then the higher line, then the id. */
export const byIdentity = (a: Ranked, b: Ranked): number =>
  byText(a.name, b.name) || b.line - a.line || byText(a.id, b.id)
