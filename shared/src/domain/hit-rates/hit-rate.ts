import { type OverRate, overRate } from '../lines/over-rate.ts'
import { type Interval, wilson } from '../wilson.ts'

export interface HitRate extends Readonly<OverRate> {
  /** Wilson 95% interval of the rate; null where no game decided the line. */
  readonly interval: Interval | null
  /**
   * Games that cannot be assigned to the split, for example because the hand of the starter is unknown. All
   * games, where the opponent or hand of the forecast game is unknown.
   */
  readonly notTold: number
}

/**
 * Counts how often games went over a line, with the interval of the rate (Wilson 1927, `wilson`).
 * @param values one value per game, oldest first
 * @param line the number to beat, as the book writes it
 * @param window games to look back; all games by default
 */
export function hitRate(
  values: readonly number[],
  line: number,
  { window = values.length, notTold = 0 }: { window?: number; notTold?: number } = {},
): HitRate {
  const counts = overRate(values, line, window)
  return { ...counts, interval: wilson(counts.over, counts.over + counts.under), notTold }
}
