import { mean, type PitcherStat, type StartCounts, startValue } from '@propsight/shared/domain'

/** Number of recent starts used by the rules (H3). */
export const RECENT_STARTS = 5
const OUTS_PER_INNING = 3

export interface RecentForm {
  /** At most five, newest last. */
  readonly values: readonly number[]
  readonly average: number | null
  /** Innings as a decimal number: 17 outs are 5.667. */
  readonly averageInnings: number | null
  /** Sample standard deviation of `values`; null below two starts. */
  readonly stdDev: number | null
}

/**
 * The last five starts of a pitcher (H3). Relief appearances do not count.
 * @param games oldest first; a game without `started` counts as a start
 */
export const recentStarts = <T extends StartCounts & { readonly started?: boolean }>(
  games: readonly T[],
): readonly T[] => games.filter(({ started }) => started !== false).slice(-RECENT_STARTS)

/**
 * Sample standard deviation (n − 1). Five starts are a sample, and dividing by n would underestimate the
 * spread.
 * @returns null below two values, where the spread is unknown
 */
export function sampleStdDev(values: readonly number[]): number | null {
  const centre = mean(values)
  if (centre === null || values.length < 2) return null
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1))
}

/** Average, average innings and spread of the last five starts (avgStrikeouts, avgHitsAllowed, avgIP; H3). */
export function recentForm(
  games: readonly (StartCounts & { readonly started?: boolean })[],
  stat: PitcherStat,
): RecentForm {
  const starts = recentStarts(games)
  const values = starts.map((start) => startValue(start, stat))
  return {
    values,
    average: mean(values),
    averageInnings: mean(starts.map(({ outs }) => outs / OUTS_PER_INNING)),
    stdDev: sampleStdDev(values),
  }
}
