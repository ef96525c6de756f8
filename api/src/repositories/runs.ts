import * as z from 'zod'
import type { DataService } from './data-service.ts'
import { rememberPaidRuns } from './paid-runs.ts'

/** An analysis that a user pays for: its credits are held until it is captured or released. */
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
  /** Holds the cost. The same key with the same words is the same run. @throws DatabaseRefusal 402, 409 */
  start(run: NewRun): Promise<Run>
  /** Turns the hold into a charge. @returns false when the run was captured or released before */
  capture(runId: string): Promise<boolean>
  /** Gives the hold back. @returns false when there was none any more */
  release(runId: string, reason: string): Promise<boolean>
  /** The user's run while it may be used, or null. */
  live(runId: string, userId: string): Promise<Run | null>
  /** Gives back every hold that expired uncaptured. @returns how many */
  sweep(): Promise<number>
}

/** A function that returns one row answers it bare or as the only element, by version of the service. */
const oneRow = z.preprocess((value) => (Array.isArray(value) ? value[0] : value), runSchema)
const noRow = z.preprocess((value) => {
  const row = Array.isArray(value) ? (value[0] ?? null) : value
  // A composite null arrives as a row of nulls.
  return row !== null && typeof row === 'object' && 'id' in row && row.id === null ? null : row
}, runSchema.nullable())

/** Runs through the database's functions, which alone change credits. */
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
