/** Counts of one batter in one game. Rates are left out: those of the stats service are season totals. */
export interface HittingCounts {
  readonly hits: number
  readonly doubles: number
  readonly triples: number
  readonly homeRuns: number
  readonly runs: number
  readonly rbi: number
  readonly baseOnBalls: number
  readonly hitByPitch: number
  readonly stolenBases: number
  readonly strikeOuts: number
}

/** Counts of one pitcher in one game. `outs` is innings pitched in thirds. */
export interface PitchingCounts {
  readonly outs: number
  readonly strikeOuts: number
  readonly hits: number
  readonly earnedRuns: number
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
