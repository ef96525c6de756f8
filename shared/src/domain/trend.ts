/** Specification 1 §9: the last 5 games against the last 10, with a margin of 0.05. */
export const TREND_SHORT_GAMES = 5
export const TREND_LONG_GAMES = 10
const TREND_MARGIN = 0.05

export type Direction = 'up' | 'down' | 'flat'

export interface Trend {
  /** Average of the last 5 games, in the stat's unit. */
  short: number
  /** Average of the last 10 games, or of as many as there are. */
  long: number
  direction: Direction
}

/** Arithmetic mean; null without values. */
export const average = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Form: the average of the last 5 games against the 10-game average (specification 1 §9).
 * @param values one value per game, oldest first
 * @returns null with 5 games or fewer, where both averages would be of the same games
 */
export function trend(values: readonly number[]): Trend | null {
  if (values.length <= TREND_SHORT_GAMES) return null
  const short = average(values.slice(-TREND_SHORT_GAMES)) ?? 0
  const long = average(values.slice(-TREND_LONG_GAMES)) ?? 0
  const difference = short - long
  const direction = difference > TREND_MARGIN ? 'up' : difference < -TREND_MARGIN ? 'down' : 'flat'
  return { short, long, direction }
}
