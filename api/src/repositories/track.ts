import { type LegStatus, type TrackLeg, trackLegSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'
import { rowsOf } from './rows.ts'

/** What the engine promises about one line: the columns of `track_legs` that are known before its game. */
export type LegPromise = Pick<
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
export type PickPromise = LegPromise & { pick_id: string }

/** How a line stands: so far while its game is under way, then for good. */
export interface LegResult {
  id: string
  status: Exclude<LegStatus, 'pending'>
  /** What the player did, in the stat's unit; a winner, loser or push has one. */
  actual: number | null
}

interface OpenLegsPage {
  /** The last league day that is asked about, `2026-07-18`. */
  before: string
  /** The last id of the page before. */
  after?: string | undefined
  /** At most 1000. */
  limit: number
}

export interface TrackRepository {
  /** Ids of a user's live picks that nothing was promised about yet, newest first. */
  unpromised(userId: string): Promise<string[]>
  /**
   * Keeps promises about picks that the user has; the first about a pick stays, and 2000 a day fit.
   * @returns how many are new
   * @throws DatabaseRefusal 401 for an account that is gone
   */
  promise(userId: string, legs: readonly PickPromise[]): Promise<number>
  /** Lines of all users that have not ended, by id. */
  open(page: OpenLegsPage): Promise<TrackLeg[]>
  /** Writes how lines stand; what has ended stays as it is. @returns how many rows changed */
  settle(results: readonly LegResult[]): Promise<number>
}

/** The record of what was promised and how it ended, which only the database's functions write. */
export const createTrackRepository = (data: DataService): TrackRepository => ({
  unpromised: (userId) =>
    data.rpc('unpromised_picks', { p_user: userId }, rowsOf('unpromised_picks', z.string())),
  promise: (userId, legs) => data.rpc('record_promises', { p_user: userId, p_legs: legs }, z.int()),
  open: ({ before, after, limit }) =>
    data.rpc(
      'open_legs',
      { p_before: before, p_after: after ?? null, p_limit: limit },
      z.array(trackLegSchema),
    ),
  settle: (results) => data.rpc('settle_legs', { p_results: results }, z.int()),
})
