import { IMAGE_CATEGORY, lineSchema, startRunAnswer } from '@propsight/shared/contracts'
import {
  DEFAULT_GAME_WINDOW,
  DEFAULT_TOP_PICKS,
  GAME_WINDOWS,
  MLB_CATEGORIES,
  TOP_PICKS,
} from '@propsight/shared/domain'
import * as z from 'zod'
import { readJson } from '../../config/read.ts'
import type { RunRequest } from '../../state/run.ts'
import { MODES, ODDS_FILTERS } from '../../state/settings.ts'

const STORAGE_KEY = 'propsight:analysis-runs'
/** More than one tab's worth of categories; older runs have expired by then. */
const MOST_KEPT = 10

const keptRun = z.object({
  feature: z.enum(MODES).catch('quick'),
  category: z.enum([...MLB_CATEGORIES, IMAGE_CATEGORY]),
  oddsType: z.enum(ODDS_FILTERS),
  topPicks: z.literal(TOP_PICKS).catch(DEFAULT_TOP_PICKS),
  window: z.literal(GAME_WINDOWS).catch(DEFAULT_GAME_WINDOW),
  /** Of a picture: the confirmed rows, and those that are being corrected. */
  lines: z.array(lineSchema).optional(),
  draft: z.unknown().optional(),
  key: z.uuid(),
  /** Null while the answer of the hold is not there: the key alone finds the run again. */
  run: startRunAnswer.nullable(),
  /** Whether its credits are spent: such a run can be read again, but not started again. */
  captured: z.boolean(),
})
export type KeptRun = z.infer<typeof keptRun>

/** What was asked for, without what became of it. */
export const requestOf = ({
  run: _run,
  captured: _captured,
  draft: _draft,
  ...request
}: KeptRun): RunRequest => request

const kept = z.object({ userId: z.string(), runs: z.array(keptRun) })

function stored(userId: string): KeptRun[] {
  try {
    const found = readJson(kept, sessionStorage.getItem(STORAGE_KEY))
    return found?.userId === userId ? found.runs : []
  } catch {
    return []
  }
}

const isLive = ({ run }: KeptRun): boolean => run === null || Date.parse(run.expiresAt) > Date.now()

/**
 * The runs of this tab that are not over, newest first: a reload or a retry goes on with them instead of paying
 * again. Kept in the session's storage, for one user; a broken or foreign entry counts as none.
 */
export function keptRuns(userId: string) {
  let runs = stored(userId)
  const live = (): KeptRun[] => runs.filter(isLive)
  const save = (next: KeptRun[]): void => {
    runs = next.slice(0, MOST_KEPT)
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, runs }))
    } catch {
      // Without storage a reload starts from nothing; a retry still finds its run here.
    }
  }
  return {
    /** The run whose board a mode and category show; a picture's board is of no category. */
    of: ({ feature, category }: Pick<KeptRun, 'feature' | 'category'>): KeptRun | null =>
      live().find((run) => run.feature === feature && (feature === 'image' || run.category === category)) ??
      null,
    /** The last run of a mode. */
    latestOf: (feature: string): KeptRun | null => live().find((run) => run.feature === feature) ?? null,
    /** The run of a key, while it is live. */
    find: (key: string): KeptRun | null => live().find((run) => run.key === key) ?? null,
    /** A run of this feature and category that was held and never spent. */
    unspent: (feature: string, category: string): KeptRun | null =>
      live().find((run) => run.feature === feature && run.category === category && !run.captured) ?? null,
    keep: (run: KeptRun): void => save([run, ...live().filter((other) => other.key !== run.key)]),
    /** Changes what is kept of a run, if it is still there. */
    change: (key: string, part: Partial<KeptRun>): void =>
      save(live().map((run) => (run.key === key ? { ...run, ...part } : run))),
    drop: (key: string): void => save(live().filter((run) => run.key !== key)),
  }
}
