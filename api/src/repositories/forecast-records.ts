import { type LegStatus, type TrackLeg, trackLegSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import { type DataService, rowsOf } from './data-service.ts'

/** The forecast record of one line: the columns of `track_legs` that are known before the game. */
export type LegForecastRecord = Pick<
  TrackLeg,
  | 'player_name'
  | 'team'
  | 'person_id'
  | 'game_pk'
  | 'league_day'
  | 'stat_type'
  | 'line'
  | 'side'
  | 'odds_type'
  | 'promised'
  | 'promised_low'
  | 'promised_high'
  | 'engine'
>
export type PickForecastRecord = LegForecastRecord & { pick_id: string }

/** The status of a line: preliminary during the game, final afterwards. */
export interface LegResult {
  id: string
  status: Exclude<LegStatus, 'pending'>
  /** The player's value in the unit of the market: current during the game, final afterwards; null for no game. */
  actual: number | null
}

interface OpenLegsPage {
  /** The last league day of the query, inclusive: `2026-07-18`. */
  upTo: string
  /** The last id of the previous page. */
  after?: string | undefined
  /** At most 1000. */
  limit: number
}

export interface TrackRepository {
  /** Ids of a user's active picks without a forecast record, newest first. */
  withoutForecast(userId: string): Promise<string[]>
  /**
   * Stores forecast records of the user's picks, at most 2000 a day. The first record of a pick is never
   * replaced.
   * @returns number of new records
   * @throws DatabaseRefusal 401 for a deleted account
   */
  promise(userId: string, legs: readonly PickForecastRecord[]): Promise<number>
  /** Unsettled lines of all users, ordered by id. */
  open(page: OpenLegsPage): Promise<TrackLeg[]>
  /** Writes the status of lines; settled lines are not changed. @returns number of changed rows */
  settle(results: readonly LegResult[]): Promise<number>
}

/** Forecast records and their results, through database functions. Only these functions write them. */
export const createTrackRepository = (data: DataService): TrackRepository => ({
  withoutForecast: (userId) =>
    data.rpc('unpromised_picks', { p_user: userId }, rowsOf('unpromised_picks', z.string())),
  promise: (userId, legs) => data.rpc('record_promises', { p_user: userId, p_legs: legs }, z.int()),
  open: ({ upTo, after, limit }) =>
    data.rpc(
      'open_legs',
      { p_before: upTo, p_after: after ?? null, p_limit: limit },
      z.array(trackLegSchema),
    ),
  settle: (results) => data.rpc('settle_legs', { p_results: results }, z.int()),
})
