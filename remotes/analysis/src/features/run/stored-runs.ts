import { readStoredJson } from '@propsight/shared/client'
import { IMAGE_CATEGORY, lineSchema, type ShellApi, startRunResponse } from '@propsight/shared/contracts'
import {
  DEFAULT_GAME_WINDOW,
  DEFAULT_TOP_PICKS,
  FREE_BOARD_MS,
  GAME_WINDOWS,
  TOP_PICKS,
} from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import type { RunRequest } from '../../state/run.ts'
import { categorySchema, MODES, ODDS_FILTERS } from '../../state/settings.ts'

const STORAGE_KEY = 'propsight:analysis-runs'
/** Maximum number of stored runs; older ones have usually expired. */
const MAX_STORED_RUNS = 10

export const storedRunSchema = z.object({
  feature: z.enum(MODES).catch('quick'),
  category: categorySchema.or(z.literal(IMAGE_CATEGORY)),
  oddsType: z.enum(ODDS_FILTERS),
  topPicks: z.literal(TOP_PICKS).catch(DEFAULT_TOP_PICKS),
  window: z.literal(GAME_WINDOWS).catch(DEFAULT_GAME_WINDOW),
  /** Image mode only: the confirmed rows (`lines`), and the rows being corrected (`draft`). */
  lines: z.array(lineSchema).optional(),
  draft: z.unknown().optional(),
  key: z.uuid(),
  /** Null until the hold request is answered. The key alone then identifies the run. */
  run: startRunResponse.nullable(),
  /** Whether its credits are captured, which its lines or the rows of its picture do. */
  paid: z.boolean().default(false),
  /** Whether its board was complete, or its picture read: the next analysis starts another run. */
  captured: z.boolean(),
  /** End of the time in which the same analysis reads its board again at no cost, ms since the epoch. */
  freeUntil: z.number().optional(),
})
export type StoredRun = z.infer<typeof storedRunSchema>

/** The request of a stored run, without its state. */
export const buildRequest = ({
  run: _run,
  captured: _captured,
  paid: _paid,
  draft: _draft,
  freeUntil: _freeUntil,
  ...request
}: StoredRun): RunRequest => request

const storedRunsSchema = z.object({ userId: z.string(), runs: z.array(storedRunSchema) })

function loadRuns(userId: string): StoredRun[] {
  try {
    const found = readStoredJson(storedRunsSchema, sessionStorage.getItem(STORAGE_KEY))
    return found?.userId === userId ? found.runs : []
  } catch {
    return []
  }
}

const isLive = ({ run }: StoredRun): boolean => run === null || Date.parse(run.expiresAt) > Date.now()

/**
 * The live runs of this tab, newest first: a reload or a retry resumes them instead of paying again. Stored
 * in session storage for one user. An invalid entry and an entry of another user are ignored.
 */
export function createStoredRuns(userId: string) {
  let runs = loadRuns(userId)
  const live = (): StoredRun[] => runs.filter(isLive)
  const save = (next: StoredRun[]): void => {
    runs = next.slice(0, MAX_STORED_RUNS)
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, runs }))
    } catch {
      // Without storage a reload loses the runs. A retry still finds its run in memory.
    }
  }
  return {
    /** The run of a mode and category. The run of image mode belongs to no category. */
    of: ({ feature, category }: Pick<StoredRun, 'feature' | 'category'>): StoredRun | null =>
      live().find((run) => run.feature === feature && (feature === 'image' || run.category === category)) ??
      null,
    /** The last run of a mode. */
    latestOf: (feature: string): StoredRun | null => live().find((run) => run.feature === feature) ?? null,
    /** The live run of a key. */
    find: (key: string): StoredRun | null => live().find((run) => run.key === key) ?? null,
    /** A run of this feature and category without a complete board or a picture, which the next analysis resumes. */
    unspent: (feature: string, category: string): StoredRun | null =>
      live().find((run) => run.feature === feature && run.category === category && !run.captured) ?? null,
    /** The run of a board of quick mode that is so fresh that the same analysis reads it again at no cost. */
    fresh: (feature: string, category: string): StoredRun | null =>
      live().find(
        (run) => run.feature === feature && run.category === category && (run.freeUntil ?? 0) > Date.now(),
      ) ?? null,
    /** The board of a run is complete. A repeated analysis does not extend the free time. */
    complete: (key: string): void =>
      save(
        live().map((run) => {
          if (run.key !== key) return run
          const isFirst = run.feature === 'quick' && run.freeUntil === undefined
          return { ...run, captured: true, ...(isFirst && { freeUntil: Date.now() + FREE_BOARD_MS }) }
        }),
      ),
    keep: (run: StoredRun): void => save([run, ...live().filter((other) => other.key !== run.key)]),
    /** Updates a stored run, if it exists. */
    change: (key: string, part: Partial<StoredRun>): void =>
      save(live().map((run) => (run.key === key ? { ...run, ...part } : run))),
    drop: (key: string): void => save(live().filter((run) => run.key !== key)),
  }
}

/** A run that the account paid for less than ten minutes ago, here or on another device. */
export interface PaidRun {
  feature: string
  category: string
  run: { runId: string; expiresAt: string }
  /** ISO 8601. */
  settledAt: string
}

const paidRunsSchema = z.array(
  z
    .object({
      id: z.string(),
      feature: z.string(),
      category: z.string(),
      expires_at: z.string(),
      settled_at: z.string(),
    })
    .transform(
      ({ id, expires_at, settled_at, ...paid }): PaidRun => ({
        ...paid,
        run: { runId: id, expiresAt: expires_at },
        settledAt: settled_at,
      }),
    ),
)
const MOST_RUNS = 30

/** Reads the newest paid runs of the account. Row-level security returns no runs of other accounts. */
export async function listPaidRuns({ supabase }: Pick<ShellApi, 'supabase'>, signal: AbortSignal) {
  const { data, error } = await supabase
    .from('runs')
    .select('id,feature,category,expires_at,settled_at')
    .eq('state', 'captured')
    .gt('settled_at', new Date(Date.now() - FREE_BOARD_MS).toISOString())
    .order('settled_at', { ascending: false })
    .limit(MOST_RUNS)
    .abortSignal(signal)
  if (error) throw error
  return paidRunsSchema.parse(data)
}
