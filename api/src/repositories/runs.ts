import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { DataService } from './data-service.ts'

/**
 * Maximum number of keys of all cached runs. A run of a whole board has 170 keys, which take 16 kB, so the cache
 * takes 10 MB. A run that is no longer cached is read again.
 */
const MAX_CACHED_KEYS = 100_000

/** Keys of what a run delivered: see `playerKeyOf` and `rowKeyOf`. */
const keysSchema = z
  .array(z.string())
  .default([])
  .transform((keys): ReadonlySet<string> => new Set(keys))

/** A run: one paid analysis. Its credits are held until the run is captured or released. */
const runSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  feature: z.string(),
  category: z.string(),
  cost: z.int().nonnegative(),
  state: z.enum(['held', 'captured', 'released']),
  expires_at: z.string(),
  /** When the hold was captured or released; null while it is held. */
  settled_at: z.string().nullable().default(null),
  /** SHA-256 of the picture of an image run, in hex; null before it was read, and for other runs. */
  picture: z.string().nullable().default(null),
  /** The players of the delivered lines, or the rows of the picture. */
  covers: keysSchema,
  /** Rows of the picture that the user corrected or added. */
  additions: keysSchema,
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

interface Delivery {
  runId: string
  userId: string
  /** SHA-256 of the picture of an image run, in hex; null for lines. */
  picture: string | null
  covers: readonly string[]
}

/** A row of a picture that the user corrected or added. */
export interface CorrectedRow {
  /** See `rowKeyOf`. */
  readonly key: string
  /** The row of the review, as the client names it: several corrections of one row count once. */
  readonly row: string | null
}

interface PaidRuns {
  /**
   * Records what a run is about to deliver and charges its hold, in one transaction.
   * @returns whether the hold was captured now or by an earlier delivery; null when nothing may be delivered,
   * because the run has ended or was released
   * @throws DatabaseRefusal 409 for another picture than the run's
   */
  deliver(delivery: Delivery): Promise<'captured' | 'repeated' | null>
  /** Adds corrected rows to the run of a picture. @returns false, adding none, when they exceed the limit */
  addRows(runId: string, userId: string, rows: readonly CorrectedRow[]): Promise<boolean>
  /**
   * The user's run if it is active (held or captured, and not expired), otherwise null.
   * @param fresh reads a captured run again, since another instance may have delivered more
   */
  live(runId: string, userId: string, fresh?: boolean): Promise<Run | null>
}

export interface RunsRepository extends PaidRuns {
  /**
   * Holds the cost. The same key with the same values returns the same run.
   * @throws DatabaseRefusal 402, 409
   */
  start(run: NewRun): Promise<Run>
  /** Returns the held credits to the user. @returns false when the run had no hold */
  release(runId: string, reason: string): Promise<boolean>
  /** Releases all holds that expired without a capture. @returns number of holds */
  sweep(): Promise<number>
}

/**
 * Caches captured runs until they expire. A capture is final, and a board with its details and reloads reads
 * the same run a dozen times. Excluded and deleted accounts are refused elsewhere, by the account standing. A
 * held run is not cached: any instance may release it at any time.
 */
export function cachePaidRuns(runs: PaidRuns, now: () => number = Date.now): PaidRuns {
  const paid = new LRUCache<string, Run>({
    maxSize: MAX_CACHED_KEYS,
    sizeCalculation: ({ covers, additions }) => 1 + covers.size + additions.size,
  })
  const findCached = (runId: string): Run | undefined => {
    const run = paid.get(runId)
    if (!run || Date.parse(run.expires_at) > now()) return run
    paid.delete(runId)
    return undefined
  }
  return {
    async deliver(delivery) {
      const delivered = await runs.deliver(delivery)
      paid.delete(delivery.runId)
      return delivered
    },
    async addRows(runId, userId, rows) {
      const added = await runs.addRows(runId, userId, rows)
      paid.delete(runId)
      return added
    },
    async live(runId, userId, fresh = false) {
      const cached = fresh ? undefined : findCached(runId)
      if (cached) return cached.user_id === userId ? cached : null
      const run = await runs.live(runId, userId)
      if (run?.state === 'captured') paid.set(run.id, run)
      return run
    },
  }
}

/**
 * A function with one result row returns it bare or in an array, depending on the version of the service. A
 * composite null is returned as a row of nulls.
 */
function bareRow(value: unknown): unknown {
  const row: unknown = Array.isArray(value) ? (value[0] ?? null) : value
  const isNull = typeof row === 'object' && row !== null && 'id' in row && row.id === null
  return isNull ? null : row
}

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
      z.preprocess(bareRow, runSchema),
    ),
  ...cachePaidRuns({
    deliver: ({ runId, userId, picture, covers }) =>
      data.rpc(
        'deliver_run',
        { p_run: runId, p_user: userId, p_picture: picture, p_covers: covers },
        z.enum(['captured', 'repeated']).nullable(),
      ),
    addRows: (runId, userId, rows) =>
      data.rpc(
        'add_run_rows',
        {
          p_run: runId,
          p_user: userId,
          p_rows: rows.map(({ key }) => key),
          p_row_ids: rows.map(({ row }) => row),
        },
        z.boolean(),
      ),
    live: (runId, userId) =>
      data.rpc(
        'live_run_scope',
        { p_run: runId, p_user: userId },
        z.preprocess(bareRow, runSchema.nullable()),
      ),
  }),
  release: (runId, reason) => data.rpc('release_run', { p_run: runId, p_reason: reason }, z.boolean()),
  sweep: () => data.rpc('sweep_runs', {}, z.int()),
})
