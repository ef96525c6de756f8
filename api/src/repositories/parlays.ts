import {
  type Parlay,
  type PastParlayRow,
  parlaySchema,
  pastParlayRowSchema,
  trackLegSchema,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'
import type { LegPromise } from './track.ts'

/** A parlay to keep: as it is answered, and what was promised about each leg, in the order of the legs. */
export interface NewParlay {
  details: Parlay
  legs: readonly LegPromise[]
}

const endedSchema = z.object({
  id: z.uuid(),
  parlay_size: z.int(),
  details: parlaySchema.nullable().catch(null),
  legs: z.array(trackLegSchema),
})
/** A parlay that waits for its outcome though every leg has ended. */
export type EndedParlay = z.infer<typeof endedSchema>

export interface ParlayOutcome {
  id: string
  outcome: Exclude<PastParlayRow['outcome'], 'pending'>
  /** Units back per unit staked; null where the payout table has no price. */
  paid: number | null
}

export interface ParlaysRepository {
  /**
   * Turns the run's hold into a charge and keeps its parlays, both or neither. A run that was captured before answers
   * what it saved then. `createdAt` of the details is the database's.
   * @throws DatabaseRefusal 401 for an account that is gone, 404 without such a run, 409 once its hold was given back
   * or ran out
   */
  save(runId: string, userId: string, parlays: readonly NewParlay[]): Promise<PastParlayRow[]>
  /** What a key has paid for, by rank, however long ago; empty where it has paid for nothing. */
  ofKey(userId: string, idempotencyKey: string): Promise<PastParlayRow[]>
  /** Parlays whose legs have all ended. @param limit at most 500 */
  ended(limit: number): Promise<EndedParlay[]>
  /** Writes outcomes, once each, where no leg is open. @returns how many rows changed */
  settle(outcomes: readonly ParlayOutcome[]): Promise<number>
}

const rows = z.array(pastParlayRowSchema)

/** Parlays that were made for users, through the database's functions. */
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
  settle: (outcomes) => data.rpc('settle_parlays', { p_outcomes: outcomes }, z.int()),
})
