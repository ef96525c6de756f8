const OUTS_PER_INNING = 3
const MOST_THIRDS = 2

/**
 * Converts innings pitched, as baseball writes them, to outs (N9). The digit after the point counts thirds
 * and is capped at 2: `5.1` is 5⅓ innings, `5.2` is 5⅔. An inning has 3 outs.
 * @returns whole outs; null for anything that is not a non-negative number ('-', '', '-.--')
 */
export function outsFromInnings(innings: string | number): number | null {
  const match = /^(\d{1,3})(?:\.(\d)\d*)?$/.exec(String(innings).trim())
  if (!match) return null
  const thirds = Math.min(Number(match[2] ?? 0), MOST_THIRDS)
  return Number(match[1]) * OUTS_PER_INNING + thirds
}

/** Formats outs as innings pitched: 17 → '5.2'. */
export const inningsFromOuts = (outs: number): string =>
  `${Math.floor(outs / OUTS_PER_INNING)}.${outs % OUTS_PER_INNING}`

/**
 * Counts of one batter in one game. Rates are left out: those of the stats service are season totals. Counts
 * that a source may lack are null then, never 0.
 */
export interface HittingCounts {
  readonly hits: number
  readonly doubles: number
  readonly triples: number
  readonly homeRuns: number
  readonly runs: number | null
  readonly rbi: number | null
  readonly baseOnBalls: number
  readonly hitByPitch: number | null
  readonly stolenBases: number | null
  readonly strikeOuts: number
}

/** Counts of one pitcher in one game. `outs` is innings pitched in thirds. `earnedRuns` is null if unknown. */
export interface PitchingCounts {
  readonly outs: number
  readonly strikeOuts: number
  readonly hits: number
  readonly earnedRuns: number | null
  readonly baseOnBalls: number
}

/** Place and date of a game. Dates are league days, `YYYY-MM-DD`. */
export interface GamePlace {
  readonly date: string
  readonly opponent: string
  readonly homeAway: 'HOME' | 'AWAY'
}

export type HittingLogGame = HittingCounts & GamePlace & { readonly plateAppearances: number }
export type PitchingLogGame = PitchingCounts & GamePlace & { readonly started: boolean }

/**
 * A player's games of one season, oldest first, in the group (hitting or pitching) that the market is about.
 */
export type GameLog =
  | { readonly group: 'hitting'; readonly games: readonly HittingLogGame[] }
  | { readonly group: 'pitching'; readonly games: readonly PitchingLogGame[] }

/** The same counts where all of them are known. */
export type Complete<Counts> = { readonly [Field in keyof Counts]: NonNullable<Counts[Field]> }
