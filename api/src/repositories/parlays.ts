import {
  type Parlay,
  type PastParlayRow,
  parlaySchema,
  pastParlayRowSchema,
  trackLegSchema,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'
import type { LegForecastRecord } from './forecast-records.ts'

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
