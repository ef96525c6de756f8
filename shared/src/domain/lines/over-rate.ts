export interface OverRate {
  over: number
  under: number
  /** Games equal to the line. They are counted here and excluded from `rate`. */
  push: number
  /** over + under + push, at most the window. */
  games: number
  /** over / (over + under) between 0 and 1; null when no game decided the line. */
  rate: number | null
}

/**
 * Counts how often the last `window` games went over a line (N10). Pushes are excluded from the rate.
 * @param values one value per game, oldest first
 * @param line the number to beat, as the book writes it
 * @param window games to look back; all games where there are fewer
 */
export function overRate(values: readonly number[], line: number, window: number): OverRate {
  const recent = window > 0 ? values.slice(-window) : []
  const over = recent.filter((value) => value > line).length
  const under = recent.filter((value) => value < line).length
  const decided = over + under
  return {
    over,
    under,
    push: recent.length - decided,
    games: recent.length,
    rate: decided === 0 ? null : over / decided,
  }
}
