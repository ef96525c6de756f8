/** Batch sizes and pauses of requests to the public stats service (N10). */
export const STATS_BATCH_PLAYERS = 16
export const STATS_SUB_BATCH_PLAYERS = 6
export const STATS_SUB_BATCH_PAUSE_MS = 350
export const STATS_BATCH_PAUSE_MS = 1500

/** Games of a trend: the newest of the season (N10). */
export const TREND_GAMES = 25

/** Options of Settings with their defaults (N2). */
export const GAME_WINDOWS = [5, 10, 15] as const
export const DEFAULT_GAME_WINDOW = 10
export const TOP_PICKS = [1, 2, 3, 5, 7, 10] as const
export const DEFAULT_TOP_PICKS = 2

/** Limits on the lines requested from the book for one analysis (N8). */
const PITCHER_LINES_LIMIT = 30
const LINES_LIMIT = 300
const AI_LINES_LEAST = 5
const AI_LINES_PER_TOP_PICK = 3

/** Most lines that quick mode requests. @param pitchers whether the menu category is about pitchers */
export const quickLinesLimit = (pitchers: boolean): number => (pitchers ? PITCHER_LINES_LIMIT : LINES_LIMIT)

/** Most lines that AI mode requests. @param topPicks number of players in the result */
export const aiLinesLimit = (topPicks: number): number =>
  Math.max(AI_LINES_LEAST, AI_LINES_PER_TOP_PICK * topPicks)
