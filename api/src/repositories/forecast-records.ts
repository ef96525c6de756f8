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
  | 'game_time'
>
/** The prices of a line when it was recorded; absent without a source of odds. */
export type RecordedPrice = Pick<TrackLeg, 'price' | 'price_book' | 'no_vig'>
export type PickForecastRecord = LegForecastRecord & { pick_id: string } & Partial<RecordedPrice>

const unclosedLegSchema = trackLegSchema
  .pick({ id: true, stat_type: true, line: true, side: true, price_book: true })
  .extend({ game_pk: z.int(), person_id: z.int().nullable() })
/** A recorded line with a price whose game has begun. */
export type UnclosedLeg = z.infer<typeof unclosedLegSchema>

/** The prices of a line at the start of its game; null if no book quoted it any more. */
export interface ClosingPrice {
  id: string
  price: number | null
  /** Chance of the side without margin, percent. */
  no_vig: number | null
}

/** The status of a line: preliminary during the game, final afterwards. */
export interface LegResult {
  id: string
  /** 'pending' only with a game. */
  status: LegStatus
  /** The player's value in the unit of the market: current during the game, final afterwards; null for no game. */
  actual: number | null
  /** The game of a line whose game was not certain. */
  game_pk?: number
}

interface OpenLegsPage {
  /** The last league day of the query, inclusive: `2026-07-18`. */
  upTo: string
  /** The last id of the previous page. */
  after?: string | undefined
  /** At most 1000. */
  limit: number
}

export interface ForecastsRepository {
  /** Ids of a user's active picks without a forecast record, newest first. */
  withoutForecast(userId: string): Promise<string[]>
  /**
   * Stores forecast records of the user's picks, at most 2000 a day. The first record of a pick is never
   * replaced.
   * @returns number of new records
   * @throws DatabaseRefusal 401 for a deleted account
   */
  insert(userId: string, legs: readonly PickForecastRecord[]): Promise<number>
  /** Unsettled lines of all users, ordered by id. */
  open(page: OpenLegsPage): Promise<TrackLeg[]>
  /** Writes the status of lines; settled lines are not changed. @returns number of changed rows */
  settle(results: readonly LegResult[]): Promise<number>
  /**
   * Lines with a price whose game has begun and whose closing prices are not stored.
   * @param now the league's time, ISO 8601
   * @param limit at most 1000
   */
  unclosed(now: string, limit: number): Promise<UnclosedLeg[]>
  /** Stores closing prices, once per line. @returns number of changed rows */
  close(prices: readonly ClosingPrice[]): Promise<number>
}

/** Forecast records and their results, through database functions. Only these functions write them. */
export const createForecastsRepository = (data: DataService): ForecastsRepository => ({
  withoutForecast: (userId) =>
    data.rpc('unrecorded_picks', { p_user: userId }, rowsOf('unrecorded_picks', z.string())),
  insert: (userId, legs) => data.rpc('record_forecasts', { p_user: userId, p_legs: legs }, z.int()),
  open: ({ upTo, after, limit }) =>
    data.rpc(
      'open_legs',
      { p_before: upTo, p_after: after ?? null, p_limit: limit },
      z.array(trackLegSchema),
    ),
  settle: (results) => data.rpc('grade_legs', { p_results: results }, z.int()),
  unclosed: (now, limit) =>
    data.rpc('unclosed_legs', { p_now: now, p_limit: limit }, z.array(unclosedLegSchema)),
  close: (prices) => data.rpc('close_legs', { p_results: prices }, z.int()),
})
