import { mean, type PitcherStat, type StartCounts, startValue } from '@propsight/shared/domain'

/** Starts that count as recent (specification 2 §9). */
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
 * The last five games that a pitcher started; games in relief are no recent games (specification 2 §5, §9).
 * @param games oldest first; without `started` a game is a start
 */
export const recentStarts = <T extends StartCounts & { readonly started?: boolean }>(
  games: readonly T[],
): readonly T[] => games.filter(({ started }) => started !== false).slice(-RECENT_STARTS)

/**
 * Sample standard deviation (n − 1): five starts are a sample of how he pitches, and dividing by n would call him
 * steadier than they show. The specification does not say which.
 * @returns null below two values, where nothing is known of the spread
 */
export function sampleStdDev(values: readonly number[]): number | null {
  const centre = mean(values)
  if (centre === null || values.length < 2) return null
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1))
}

/** Average, average innings and spread of the last five starts (avgStrikeouts, avgHitsAllowed, avgIP: 2 §3). */
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
