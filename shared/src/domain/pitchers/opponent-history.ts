import { mean } from './figures.ts'
import { type PitcherStat, type StartCounts, startValue } from './pitcher-stat.ts'

/** Games against tonight's opponent that end the look-back, and that its average is of (specification 2 §9). */
export const OPPONENT_GAMES = 5
const FIRST_SEASON = 2000
const MOST_SEASONS_BACK = 25

/** From how many games on the opponent's average has its full weight (specification 2 §9). */
const FULL_WEIGHT_GAMES = 3
const FULL_WEIGHT = 0.4
const SMALL_WEIGHT = 0.2

export interface OpponentHistory {
  /** Games found against the opponent; the look-back reads whole seasons, so there may be more than five. */
  readonly games: number
  /** Of the last five of them; null without any. */
  readonly average: number | null
}

/**
 * Seasons to look for games against an opponent, in the order of looking: this one, then earlier ones down to the
 * later of 2000 and 25 years ago (specification 2 §9).
 */
export function opponentSeasons(season: number): readonly number[] {
  const last = Math.max(FIRST_SEASON, season - MOST_SEASONS_BACK)
  return Array.from({ length: Math.max(1, season - last + 1) }, (_, back) => season - back)
}

/** Whether an earlier season is read, after this many games against the opponent. */
export const looksFurtherBack = (games: number): boolean => games < OPPONENT_GAMES

/** The last five games against the opponent (vsOppLast5KAvg, vsOppLast5HitsAvg: 2 §3). @param games oldest first */
export const opponentHistory = (games: readonly StartCounts[], stat: PitcherStat): OpponentHistory => ({
  games: games.length,
  average: mean(games.slice(-OPPONENT_GAMES).map((game) => startValue(game, stat))),
})

/** Weight of the opponent's average in the projection: 0.4 with three games or more, otherwise 0.2. */
export const opponentWeight = (games: number): number =>
  games >= FULL_WEIGHT_GAMES ? FULL_WEIGHT : SMALL_WEIGHT
