import type { Pick } from '@propsight/shared/contracts'
import {
  type Parlay,
  type PastParlayRow,
  parlaySchema,
  pastParlayRowSchema,
  trackLegSchema,
} from '@propsight/shared/contracts'
import PQueue from 'p-queue'
import * as z from 'zod'
import type { DataService } from './data-service.ts'
import type { LegForecastRecord } from './forecast-records.ts'

const mergedSchema = z.object({ added: z.array(z.string()), gone: z.array(z.string()) })
export type MergedPicks = z.infer<typeof mergedSchema>

/**
 * Characters of picks per call. The data service accepts one megabyte; a call of a third of that blocked the event loop
 * for 30 ms.
 */
const MAX_CALL_CHARACTERS = 50_000
/** Calls of long lists. They run one at a time in the process, in turn, so that four devices do not fill the database. */
const longLists = new PQueue({ concurrency: 1 })

/**
 * Splits the list, in its order, into groups that fit one call. A single large pick is a group of its own. A group is
 * measured when it is asked for, so that other requests run between the groups of a long list.
 */
function* splitIntoCalls(picks: readonly Pick[]): Generator<Pick[]> {
  let group: Pick[] = []
  let room = MAX_CALL_CHARACTERS
  for (const pick of picks) {
    const size = JSON.stringify(pick).length
    if (size > room && group.length > 0) {
      yield group
      group = []
      room = MAX_CALL_CHARACTERS
    }
    group.push(pick)
    room -= size
  }
  if (group.length > 0) yield group
}

export interface PicksRepository {
  /**
   * Adds the picks that the server does not have (P4). Existing picks are neither changed nor deleted. A long
   * list is added in several calls; when one fails, the picks of the earlier calls remain.
   * @returns `added`: new ids; `gone`: ids that were deleted on another device or have expired. A pick that
   * the table does not accept is in neither list
   * @throws DatabaseRefusal 401 for a deleted account, 409 above 1000 picks, 413 above 16 MB, 429 above the
   * writes of an hour
   */
  merge(userId: string, picks: readonly Pick[]): Promise<MergedPicks>
  /** Deletes tombstones of picks so old that no device can restore the pick. @returns number of tombstones */
  purgeDeleted(): Promise<number>
  /** Deletes at most `limit` expired picks. @returns their number; repeat until 0 */
  purgeExpired(limit: number): Promise<number>
}

/** Saved picks of users, through database functions. */
export const createPicksRepository = (data: DataService): PicksRepository => ({
  async merge(userId, picks) {
    const merged: MergedPicks = { added: [], gone: [] }
    for (const part of splitIntoCalls(picks)) {
      const call = () => data.rpc('merge_picks', { p_user: userId, p_picks: part }, mergedSchema)
      const { added, gone } = part.length === picks.length ? await call() : await longLists.add(call)
      merged.added.push(...added)
      merged.gone.push(...gone)
    }
    return merged
  },
  purgeDeleted: () => data.rpc('forget_deleted_picks', {}, z.int()),
  purgeExpired: (limit) => data.rpc('purge_expired_picks', { p_limit: limit }, z.int()),
})

/**
 * A parlay to save: its details as sent to the user, and the forecast of each leg, in the order of the legs.
 */
export interface NewParlay {
  details: Parlay
  legs: readonly LegForecastRecord[]
}

const gradableSchema = z.object({
  id: z.uuid(),
  parlay_size: z.int(),
  details: parlaySchema.nullable().catch(null),
  legs: z.array(trackLegSchema),
})
/** A parlay without an outcome that its ended legs may decide, with all its legs. */
export type GradableParlay = z.infer<typeof gradableSchema>

export interface ParlayOutcome {
  id: string
  outcome: Exclude<PastParlayRow['outcome'], 'pending'>
  /** Payout in units per unit staked; null when the payout table has no price. */
  paid: number | null
}

export interface ParlaysRepository {
  /**
   * Captures the run and saves its parlays, both or neither. For a run captured before, returns the parlays
   * saved then. The database sets `createdAt` of the details.
   * @throws DatabaseRefusal 401 for a deleted account, 404 for an unknown run, 409 when its hold was released
   * or expired
   */
  save(runId: string, userId: string, parlays: readonly NewParlay[]): Promise<PastParlayRow[]>
  /** The parlays paid with an idempotency key, by rank, of any age; empty when none were. */
  ofKey(userId: string, idempotencyKey: string): Promise<PastParlayRow[]>
  /**
   * A page of parlays that their ended legs may decide, by id. @param after last id of the previous page
   * @param limit at most 500
   */
  gradable(after: string | null, limit: number): Promise<GradableParlay[]>
  /** Writes each outcome once. While a leg is open, a loss needs a losing leg and a refund a leg without play. @returns number of changed rows */
  settle(outcomes: readonly ParlayOutcome[]): Promise<number>
}

const rows = z.array(pastParlayRowSchema)

/** Saved parlays of users, through database functions. */
export const createParlaysRepository = (data: DataService): ParlaysRepository => ({
  save: (runId, userId, parlays) => {
    const numbered = parlays.map(({ details, legs }) => ({
      details,
      legs: legs.map((leg, index) => ({ ...leg, leg: index + 1 })),
    }))
    return data.rpc('save_parlays', { p_run: runId, p_user: userId, p_parlays: numbered }, rows)
  },
  ofKey: (userId, key) => data.rpc('parlays_of_run', { p_user: userId, p_key: key }, rows),
  gradable: (after, limit) =>
    data.rpc('gradable_parlays', { p_after: after, p_limit: limit }, z.array(gradableSchema)),
  settle: (outcomes) => data.rpc('grade_parlays', { p_outcomes: outcomes }, z.int()),
})
