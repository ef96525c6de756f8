import { type OverRate, overRate } from '../over-rate.ts'
import { type Interval, wilson } from '../wilson.ts'

export interface HitRate extends Readonly<OverRate> {
  /** Wilson's 95% interval of the rate; null where no game decided the line. */
  readonly interval: Interval | null
  /** Games that might belong here but do not tell: of an unknown hand, or all while tonight's is unknown. */
  readonly notTold: number
}

/**
 * How often these games went over a line, with its interval (Wilson 1927, `wilson`).
 * @param values one value per game, oldest first
 * @param line the number to beat, as the book writes it
 * @param window games to look back; all of them unless told
 */
export function hitRate(
  values: readonly number[],
  line: number,
  { window = values.length, notTold = 0 }: { window?: number; notTold?: number } = {},
): HitRate {
  const counts = overRate(values, line, window)
  return { ...counts, interval: wilson(counts.over, counts.over + counts.under), notTold }
}
