import * as z from 'zod'
import type { DataService } from './data-service.ts'
import { rememberPaidRuns } from './paid-runs.ts'

/** A run: one paid analysis. Its credits are held until the run is captured or released. */
const runSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  feature: z.string(),
  category: z.string(),
  cost: z.int().nonnegative(),
  state: z.enum(['held', 'captured', 'released']).optional(),
  expires_at: z.string(),
})
export type Run = z.infer<typeof runSchema>

interface NewRun {
  userId: string
  feature: string
  category: string
  cost: number
  idempotencyKey: string
  ttlSeconds: number
}

export interface RunsRepository {
  /**
   * Holds the cost. The same key with the same values returns the same run.
   * @throws DatabaseRefusal 402, 409
   */
  start(run: NewRun): Promise<Run>
  /** Charges the held credits. @returns false when the run was captured or released before */
  capture(runId: string): Promise<boolean>
  /** Returns the held credits to the user. @returns false when the run had no hold */
  release(runId: string, reason: string): Promise<boolean>
  /** The user's run if it is active (held or captured, and not expired), otherwise null. */
  live(runId: string, userId: string): Promise<Run | null>
  /** Releases all holds that expired without a capture. @returns number of holds */
  sweep(): Promise<number>
}

/** A function with one result row returns it bare or in an array, depending on the version of the service. */
const oneRow = z.preprocess((value) => (Array.isArray(value) ? value[0] : value), runSchema)
const noRow = z.preprocess((value) => {
  const row = Array.isArray(value) ? (value[0] ?? null) : value
  // A composite null arrives as a row of nulls.
  return row !== null && typeof row === 'object' && 'id' in row && row.id === null ? null : row
}, runSchema.nullable())

/** Runs, through database functions. Only these functions change credits. */
export const createRunsRepository = (data: DataService): RunsRepository => ({
  start: (run) =>
    data.rpc(
      'start_run',
      {
        p_user: run.userId,
        p_feature: run.feature,
        p_category: run.category,
        p_cost: run.cost,
        p_key: run.idempotencyKey,
        p_ttl_seconds: run.ttlSeconds,
      },
      oneRow,
    ),
  ...rememberPaidRuns({
    capture: (runId) => data.rpc('capture_run', { p_run: runId }, z.boolean()),
    live: (runId, userId) => data.rpc('live_run', { p_run: runId, p_user: userId }, noRow),
  }),
  release: (runId, reason) => data.rpc('release_run', { p_run: runId, p_reason: reason }, z.boolean()),
  sweep: () => data.rpc('sweep_runs', {}, z.int()),
})
