/** Fields that the order of a board depends on. */
export interface Ranked {
  readonly id: string
  readonly name: string
  readonly line: number
  /** Games that the side of the card won, of those that the line decided (`sideRate`). */
  readonly hits: number
  readonly decided: number
  /** Whether the line rests on few games (`hasFewGames`): it ranks below all others. */
  readonly few: boolean
}

/** Fewest games of this season on which a call may rest. */
export const LEAST_GAMES = 5

/**
 * The rule for little evidence: a call that rests on fewer games of this season keeps its probability, but ranks
 * below all other calls, is never raised, recommended or a top pick, and gets no units. An early probability of a
 * pitcher moves by tens of points with his next starts, while the order and the break-even see its middle only.
 * Ordering by the lower end would use the interval more finely, but the numbers on screen would no longer descend.
 * @param games games of this season that count for the market (`ratedGames`)
 */
export const hasFewGames = (games: number): boolean => games < LEAST_GAMES

/** What the mark 'Opener' of a pitcher means. */
export const OPENER_NOTE = 'An announced starter who throws about an inning: the forecast is of that'

/** `chance`: the chance of the side that is shown, 0 to 1; null without a forecast. */
export interface RankedByChance extends Ranked {
  readonly chance: number | null
}

/** `worth`: that of the best offer (`bestOffer`); null without one. */
export interface RankedByWorth extends RankedByChance {
  readonly worth: number | null
}

/** Sorts lines without a forecast below every chance. */
const UNKNOWN = -1

/** Compares code units instead of using the locale, so that a board has the same order on every machine. */
const compareText = (a: string, b: string): number => {
  if (a < b) return -1
  return a > b ? 1 : 0
}

/**
 * Orders a board by hit rate: rate of the card's side, then sample size, then name, higher line and id. At equal
 * rates the larger sample is stronger evidence. It also has the higher Wilson lower bound, so that bound needs no
 * key of its own. Name, line and id make the order total: a board keeps its order when its players arrive in
 * another order. Lines without a decided game sort last.
 */
export function compareByHitRate(a: Ranked, b: Ranked): number {
  if (a.decided === 0 || b.decided === 0)
    return Number(b.decided > 0) - Number(a.decided > 0) || byIdentity(a, b)
  // Cross-multiplied to avoid rounding: 2 of 3 and 4 of 6 are the same rate.
  return b.hits * a.decided - a.hits * b.decided || b.decided - a.decided || byIdentity(a, b)
}

/**
 * Orders by chance, highest first, then as `compareByHitRate`. Lines without a forecast sort last, and lines on few
 * games after all others.
 */
export const compareByChance = (a: RankedByChance, b: RankedByChance): number =>
  Number(a.few) - Number(b.few) || (b.chance ?? UNKNOWN) - (a.chance ?? UNKNOWN) || compareByHitRate(a, b)

/**
 * Orders by the worth of the best offer, highest first, then as `compareByChance`. Lines without an offer sort below
 * those with one, and lines on few games after all others.
 */
export const compareByWorth = (a: RankedByWorth, b: RankedByWorth): number =>
  Number(a.few) - Number(b.few) ||
  Number(a.worth === null) - Number(b.worth === null) ||
  (b.worth ?? 0) - (a.worth ?? 0) ||
  compareByChance(a, b)

/** Orders by the number of decided games, highest first, then as `compareByHitRate`. */
export const compareBySample = (a: Ranked, b: Ranked): number =>
  b.decided - a.decided || compareByHitRate(a, b)

/** Orders by name, then by line (higher first), then by id. */
export const byIdentity = (a: Ranked, b: Ranked): number =>
  compareText(a.name, b.name) || b.line - a.line || compareText(a.id, b.id)
