/**
 * Form compares the last 5 games with the last 10. Differences up to the margin, in the market's unit, are
 * flat (N12).
 */
export const TREND_SHORT_GAMES = 5
export const TREND_LONG_GAMES = 10
const TREND_MARGIN = 0.05

export type Direction = 'up' | 'down' | 'flat'

export interface Trend {
  /** Average of the last 5 games, in the market's unit. */
  short: number
  /** Average of the last 10 games, or of as many as there are. */
  long: number
  direction: Direction
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Arithmetic mean; null without values. */
export const average = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length

/**
 * Form of a player: the average of the last 5 games compared with the 10-game average (N12).
 * @param values one value per game, oldest first
 * @returns null with 5 games or fewer, where both averages would cover the same games
 */
export function trend(values: readonly number[]): Trend | null {
  if (values.length <= TREND_SHORT_GAMES) return null
  const [last, longer] = [values.slice(-TREND_SHORT_GAMES), values.slice(-TREND_LONG_GAMES)]
  // Both averages are multiplied by both counts: integers stay exact, so a difference of exactly 0.05 is
  // flat.
  const difference = sum(last) * longer.length - sum(longer) * last.length
  const margin = TREND_MARGIN * last.length * longer.length
  const direction = difference > margin ? 'up' : difference < -margin ? 'down' : 'flat'
  return { short: average(last) ?? 0, long: average(longer) ?? 0, direction }
}
