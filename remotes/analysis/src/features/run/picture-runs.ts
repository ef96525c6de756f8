import {
  extractStatsResponse,
  IMAGE_CATEGORY,
  IMAGE_ERRORS,
  type StartRunResponse,
} from '@propsight/shared/contracts'
import { analysisCost } from '@propsight/shared/domain'
import type { PictureRuns, ReadPicture, RunRequest } from '../../state/run.ts'
import { DEFAULT_SETTINGS } from '../../state/settings.ts'
import type { Analysis, AnalysisShell } from './analysis.ts'
import { isRunOver, NOTHING_USED, requireCredits } from './credits.ts'
import { toFailure } from './failure.ts'
import { startRun } from './run-requests.ts'
import { requestOf } from './stored-runs.ts'

const IMAGE_TARGET = { feature: 'image', category: IMAGE_CATEGORY } as const

/** Upload path of a picture, which contains the sport (N5). */
const EXTRACT = '/api/extract-stats/mlb'

const HOLD_KEPT = `${NOTHING_USED} What is held for it serves your next picture, or comes back by itself.`

/**
 * Statuses that keep the hold: the picture was rejected before it was read. An unreadable picture releases
 * its hold.
 */
const HOLD_KEPT_STATUSES: ReadonlySet<number> = new Set([400, 413, 415, 429, 503])

/**
 * The runs of image mode: a hold for reading the picture, then a board of the confirmed rows on the same run.
 */
export function createPictureRuns(shell: AnalysisShell, analysis: Analysis): PictureRuns {
  const { storedRuns } = analysis
  const current = () => storedRuns.latestOf(IMAGE_TARGET.feature)
  const newRequest = (): RunRequest => {
    const { topPicks, window } = DEFAULT_SETTINGS
    return { ...IMAGE_TARGET, oddsType: 'All', topPicks, window, key: crypto.randomUUID() }
  }

  /**
   * Returns the held run, or takes a new hold. A picture is charged only when its rows are analyzed, never
   * twice.
   */
  async function hold(signal: AbortSignal): Promise<StartRunResponse> {
    const unspent = storedRuns.unspent(IMAGE_TARGET.feature, IMAGE_TARGET.category)
    if (unspent?.run) return unspent.run
    if (!unspent) await requireCredits(shell, analysisCost(IMAGE_CATEGORY))
    const request = unspent ?? { ...newRequest(), run: null, captured: false }
    storedRuns.keep(request)
    const run = await startRun(shell.api, request, signal)
    storedRuns.keep({ ...request, run })
    analysis.refreshCredits()
    return run
  }

  async function send(picture: Blob, signal: AbortSignal): Promise<ReadPicture> {
    const { runId } = await hold(signal)
    const body = new FormData()
    body.set('image', picture)
    const answer = await shell.api.json(EXTRACT, { method: 'POST', query: { runId }, body, signal })
    const parsed = extractStatsResponse.safeParse(answer)
    if (parsed.success) return parsed.data.data
    throw new Error(IMAGE_ERRORS.noPlayers, { cause: parsed.error })
  }

  const forget = () => {
    const run = current()
    if (!run) return
    // A hold that was not captured is used for the next picture.
    if (run.captured) storedRuns.drop(run.key)
    else storedRuns.change(run.key, { draft: undefined, lines: undefined })
  }

  return {
    async read(picture, signal) {
      try {
        try {
          return { read: await send(picture, signal) }
        } catch (error) {
          const unspent = storedRuns.unspent(IMAGE_TARGET.feature, IMAGE_TARGET.category)
          if (!isRunOver(error) || !unspent) throw error
          storedRuns.drop(unspent.key)
          return { read: await send(picture, signal) }
        }
      } catch (error) {
        signal.throwIfAborted()
        analysis.refreshCredits()
        const failure = toFailure(error, NOTHING_USED)
        return HOLD_KEPT_STATUSES.has(failure.status)
          ? { failure: { ...failure, cost: HOLD_KEPT } }
          : { failure }
      }
    },
    analyze(lines) {
      const run = current()
      const request = { ...(run ? requestOf(run) : newRequest()), lines }
      void analysis.execute(request, run)
    },
    isPaid: () => current()?.captured ?? false,
    storeDraft: (draft) => {
      const run = current()
      if (run) storedRuns.change(run.key, { draft })
    },
    storedDraft: () => current()?.draft,
    forget,
  }
}
