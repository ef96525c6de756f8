import {
  mean,
  type OpponentHistory,
  opponentWeight,
  type PitcherStat,
  type StartCounts,
  startValue,
} from '@propsight/shared/domain'

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
export function computeRecentForm(
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

/** Park, multiplier of strikeouts, multiplier of hits allowed (H3). Other parks have 1 and 1. */
const PARKS = [
  ['Coors', 0.96, 1.12],
  ['Petco', 1.02, 0.95],
  ['Yankee', 0.98, 1.06],
  ['Fenway', 0.97, 1.05],
  ['Oracle', 1.03, 0.96],
  ['Tropicana', 1.02, 0.97],
  ['Citizens Bank', 0.99, 1.03],
  ['Great American', 0.98, 1.08],
  ['Dodger', 1, 0.98],
  ['Busch', 1.02, 0.97],
] as const

/**
 * Multiplier of a projection by park.
 * @param venueName name of the stats service. It is matched by the park's short name, because sponsors are
 *   added before and after it ('UNIQLO Field at Dodger Stadium').
 */
export function parkMultiplier(venueName: string, stat: PitcherStat): number {
  const venue = venueName.toLowerCase()
  const park = PARKS.find(([name]) => venue.includes(name.toLowerCase()))
  if (!park) return 1
  return stat === 'strikeouts' ? park[1] : park[2]
}

const RECENT_WEIGHT = 0.4
const SEASON_WEIGHT = 0.2
const INNINGS_PER_GAME = 9

export interface ProjectionInput {
  readonly recent: Pick<RecentForm, 'average' | 'averageInnings'>
  readonly opponent: OpponentHistory
  /** Season rate per nine innings (seasonK9, seasonH9); null when unknown. */
  readonly per9: number | null
  readonly parkMultiplier: number
}

/**
 * The projected count of one start (projectedK, projectedHA; H3): the weighted mean of the average against
 * this opponent (0.4, or 0.2 below three games), the recent average (0.4) and the season rate per nine
 * innings times average innings over nine (0.2), multiplied by the park.
 *
 * Unknown parts drop out together with their weights. Otherwise a pitcher without games against the opponent
 * would be projected as if the average against it were 0.
 * @returns null when no part is known
 */
export function projection({ recent, opponent, per9, parkMultiplier }: ProjectionInput): number | null {
  const season =
    per9 === null || recent.averageInnings === null ? null : (per9 * recent.averageInnings) / INNINGS_PER_GAME
  const parts = [
    { value: opponent.average, weight: opponentWeight(opponent.games) },
    { value: recent.average, weight: RECENT_WEIGHT },
    { value: season, weight: SEASON_WEIGHT },
  ].filter((part): part is { value: number; weight: number } => part.value !== null)
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) return null
  return (parts.reduce((sum, { value, weight }) => sum + value * weight, 0) / weights) * parkMultiplier
}
