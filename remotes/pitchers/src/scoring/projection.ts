import { type OpponentHistory, opponentWeight } from '@propsight/shared/domain'
import type { RecentForm } from './recent-starts.ts'

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
