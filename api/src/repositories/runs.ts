import * as z from 'zod'
import type { DataService } from './data-service.ts'

const MAX_CACHED_RUNS = 10_000

interface CacheableRun {
  id: string
  user_id: string
  state?: 'held' | 'captured' | 'released' | undefined
  expires_at: string
}

interface RunPayments<Run extends CacheableRun> {
  capture(runId: string): Promise<boolean>
  live(runId: string, userId: string): Promise<Run | null>
}

/**
 * Caches captured runs until they expire. A capture is final, and a board with its details and reloads reads
 * the same run a dozen times. Excluded and deleted accounts are refused elsewhere, by the account standing. A
 * held run is not cached: any instance may release it at any time.
 */
export function cachePaidRuns<Run extends CacheableRun>(
  runs: RunPayments<Run>,
  now: () => number = Date.now,
): RunPayments<Run> {
  const paid = new Map<string, Run>()
  const findCached = (runId: string): Run | undefined => {
    const run = paid.get(runId)
    if (!run || Date.parse(run.expires_at) > now()) return run
    paid.delete(runId)
    return undefined
  }
  const cacheRun = (run: Run) => {
    const [oldest] = paid.keys()
    if (paid.size >= MAX_CACHED_RUNS && oldest !== undefined) paid.delete(oldest)
    paid.set(run.id, run)
  }
  return {
    // A cached run is captured already.
    capture: async (runId) => (findCached(runId) ? false : runs.capture(runId)),
    async live(runId, userId) {
      const cached = findCached(runId)
      if (cached) return cached.user_id === userId ? cached : null
      const run = await runs.live(runId, userId)
      if (run?.state === 'captured') cacheRun(run)
      return run
    },
  }
}

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
  ...cachePaidRuns({
    capture: (runId) => data.rpc('capture_run', { p_run: runId }, z.boolean()),
    live: (runId, userId) => data.rpc('live_run', { p_run: runId, p_user: userId }, noRow),
  }),
  release: (runId, reason) => data.rpc('release_run', { p_run: runId, p_reason: reason }, z.boolean()),
  sweep: () => data.rpc('sweep_runs', {}, z.int()),
})
