/** Games that a trend looks at, newest of the season (specification 2 §9). */
export const TREND_GAMES = 25
/** Games that a card draws (specification 1 §9). */
export const CARD_GAMES = 10

/** What Settings offers, with its defaults (specification 2 §9). */
export const GAME_WINDOWS = [5, 10, 15] as const
export const DEFAULT_GAME_WINDOW = 10
export const TOP_PICKS = [1, 2, 3, 5, 7, 10] as const
export const DEFAULT_TOP_PICKS = 2

/** Lines asked of the book for one analysis (specification 2 §9). */
const PITCHER_LINES_LIMIT = 30
const LINES_LIMIT = 300
const AI_LINES_LEAST = 5
const AI_LINES_PER_TOP_PICK = 3

/** Most lines that quick mode asks for. @param pitchers whether the category is about pitchers */
export const quickLinesLimit = (pitchers: boolean): number => (pitchers ? PITCHER_LINES_LIMIT : LINES_LIMIT)

/** Most lines that the AI mode asks for. @param topPicks players wanted in the end */
export const aiLinesLimit = (topPicks: number): number =>
  Math.max(AI_LINES_LEAST, AI_LINES_PER_TOP_PICK * topPicks)
