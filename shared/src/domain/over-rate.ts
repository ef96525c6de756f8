export interface OverRate {
  over: number
  under: number
  /** Games equal to the line: counted beside the rate, never in it. */
  push: number
  /** Games looked at: over + under + push, at most the window. */
  games: number
  /** over / (over + under) between 0 and 1; null when no game decided the line. */
  rate: number | null
}

/**
 * How often the last `window` games went over a line (specification 2 §1; pushes left out by decision).
 * @param values one value per game, oldest first
 * @param line the number to beat, as the book writes it
 * @param window games to look back; a shorter log is used whole
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
