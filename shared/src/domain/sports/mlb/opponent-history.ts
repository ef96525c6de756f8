/** The two stats of the pitchers page. Each is loaded in a phase of its own (H6). */
export const PITCHER_STATS = ['strikeouts', 'hits-allowed'] as const
export type PitcherStat = (typeof PITCHER_STATS)[number]

/** Counts of one start that the rules of the page use. Outs are innings pitched in thirds. */
export interface StartCounts {
  readonly outs: number
  readonly strikeOuts: number
  readonly hits: number
}

/** Value of one start in a stat. */
export const startValue = (start: StartCounts, stat: PitcherStat): number =>
  stat === 'strikeouts' ? start.strikeOuts : start.hits

/** Arithmetic mean; null without values. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Games against the opponent that are averaged. The look-back ends when this many are found (H3). */
export const OPPONENT_GAMES = 5
const FIRST_SEASON = 2000
const MOST_SEASONS_BACK = 25

/** Games from which the average against the opponent has its full weight (H3). */
const FULL_WEIGHT_GAMES = 3
const FULL_WEIGHT = 0.4
const SMALL_WEIGHT = 0.2

export interface OpponentHistory {
  /**
   * Games found against the opponent. The look-back reads complete seasons, so there may be more than five.
   */
  readonly games: number
  /** Average of the last five of them; null without games. */
  readonly average: number | null
}

/**
 * Seasons to search for games against an opponent, in search order: the given one, then earlier ones down to
 * the later of 2000 and 25 years ago (H3).
 */
export function listOpponentSeasons(season: number): readonly number[] {
  const last = Math.max(FIRST_SEASON, season - MOST_SEASONS_BACK)
  return Array.from({ length: Math.max(1, season - last + 1) }, (_, back) => season - back)
}

/** Whether the search continues with an earlier season. @param games found against the opponent so far */
export const needsEarlierSeason = (games: number): boolean => games < OPPONENT_GAMES

/** Averages the last five games against the opponent (H3). @param games oldest first */
export const summarizeOpponentHistory = (
  games: readonly StartCounts[],
  stat: PitcherStat,
): OpponentHistory => ({
  games: games.length,
  average: mean(games.slice(-OPPONENT_GAMES).map((game) => startValue(game, stat))),
})

/**
 * Weight of the average against the opponent in the projection (H3): 0.4 with three games or more, otherwise
 * 0.2.
 */
export const opponentWeight = (games: number): number =>
  games >= FULL_WEIGHT_GAMES ? FULL_WEIGHT : SMALL_WEIGHT
