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

const endedSchema = z.object({
  id: z.uuid(),
  parlay_size: z.int(),
  details: parlaySchema.nullable().catch(null),
  legs: z.array(trackLegSchema),
})
/** A parlay without an outcome whose legs are all settled. */
export type EndedParlay = z.infer<typeof endedSchema>

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
  /** Parlays without an outcome whose legs are all settled. @param limit at most 500 */
  ended(limit: number): Promise<EndedParlay[]>
  /** Writes each outcome once, if no leg is open. @returns number of changed rows */
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
  ended: (limit) => data.rpc('ended_parlays', { p_limit: limit }, z.array(endedSchema)),
  settle: (outcomes) => data.rpc('grade_parlays', { p_outcomes: outcomes }, z.int()),
})
