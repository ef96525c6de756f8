import { requireCredits, useReadable, useShell } from '@propsight/shared/client'
import {
  countSkipped,
  extractStatsResponse,
  IMAGE_CATEGORY,
  IMAGE_ERRORS,
  readAnswer,
  type StartRunResponse,
} from '@propsight/shared/contracts'
import { analysisCost } from '@propsight/shared/domain'
import { countText } from '@propsight/shared/format'
import { useQuery } from '@tanstack/react-query'
import { type createStore, useAtomValue, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { PictureRuns, ReadPicture, RunRequest } from '../../state/run.ts'
import { DEFAULT_SETTINGS, settingsAtom, sportAtom } from '../../state/settings.ts'
import { type Analysis, type AnalysisShell, createAnalysis } from './analysis.ts'
import { failureCost, isRunOver, NOTHING_USED, RETRY_IS_FREE } from './credits.ts'
import { toFailure } from './failure.ts'
import { startRun } from './run-requests.ts'
import { buildRequest, listPaidRuns } from './stored-runs.ts'

const IMAGE_TARGET = { feature: 'image', category: IMAGE_CATEGORY } as const

/** Upload path of a picture, which contains the sport (N5). */
const EXTRACT = '/api/extract-stats/'

/** @throws Error with the specified message (N5) if no row can be read */
function parseRows(answer: unknown) {
  try {
    return readAnswer(extractStatsResponse, answer)
  } catch (cause) {
    throw new Error(IMAGE_ERRORS.noPlayers, { cause })
  }
}

const HOLD_KEPT = `${NOTHING_USED} The credits on hold pay for your next picture or are returned.`

/**
 * Statuses that keep the hold: the picture was rejected before it was read. An unreadable picture releases
 * its hold.
 */
const HOLD_KEPT_STATUSES: ReadonlySet<number> = new Set([400, 413, 415, 429, 503])
const UNREADABLE_STATUS = 422
const RATE_LIMITED_STATUS = 429
const FAILED_STATUS = 500

/**
 * When a refused upload may be sent again, as a sentence; empty if the server does not say, and for a rate limit,
 * whose own message says it.
 */
function retryTime(error: unknown): string {
  const { retryAfterSeconds, status } = (error ?? {}) as { retryAfterSeconds?: unknown; status?: unknown }
  if (typeof retryAfterSeconds !== 'number' || status === RATE_LIMITED_STATUS) return ''
  return `Try again in ${countText(retryAfterSeconds, 'second')}. `
}

/** Cost of a picture that was not read, as a sentence. */
function readingCost(error: unknown): string {
  const { status, code } = toFailure(error, '')
  // The server could not confirm the charge. It keeps the run, whatever the outcome.
  if (code === 'OUTCOME_UNKNOWN') return `${retryTime(error)}${RETRY_IS_FREE}`
  if (HOLD_KEPT_STATUSES.has(status)) return `${retryTime(error)}${HOLD_KEPT}`
  // The reader failed, and the server has returned the hold.
  if (status === UNREADABLE_STATUS || status === FAILED_STATUS) return NOTHING_USED
  return failureCost(error, { category: IMAGE_CATEGORY, step: 'picture', paid: false })
}

/**
 * The runs of image mode: a hold for reading the picture, then a board of the confirmed rows on the same run.
 */
export function createPictureRuns(
  shell: AnalysisShell,
  analysis: Analysis,
  store: ReturnType<typeof createStore>,
): PictureRuns {
  const { storedRuns } = analysis
  const current = () => storedRuns.latestOf(IMAGE_TARGET.feature)
  const newRequest = (): RunRequest => {
    const { topPicks, window } = DEFAULT_SETTINGS
    return { ...IMAGE_TARGET, oddsType: 'All', topPicks, window, key: crypto.randomUUID() }
  }

  /**
   * Returns the held run, or takes a new hold. A picture is charged when its rows are delivered, never twice.
   */
  async function hold(signal: AbortSignal): Promise<StartRunResponse & { key: string }> {
    const unspent = storedRuns.unspent(IMAGE_TARGET.feature, IMAGE_TARGET.category)
    if (unspent?.run) return { ...unspent.run, key: unspent.key }
    if (!unspent) await requireCredits(shell, analysisCost(IMAGE_CATEGORY))
    const request = unspent ?? { ...newRequest(), run: null, captured: false, paid: false }
    storedRuns.keep(request)
    const run = await startRun(shell.api, request, signal)
    storedRuns.keep({ ...request, run })
    analysis.refreshCredits()
    return { ...run, key: request.key }
  }

  async function send(picture: Blob, signal: AbortSignal): Promise<ReadPicture> {
    const { runId, key } = await hold(signal)
    const body = new FormData()
    body.set('image', picture)
    const path = EXTRACT + store.get(sportAtom).toLowerCase()
    const answer = await shell.api.json(path, { method: 'POST', query: { runId }, body, signal })
    const { value, skipped } = parseRows(answer)
    storedRuns.change(key, { captured: true, paid: true })
    analysis.refreshCredits()
    const unread = countSkipped(skipped, 'data.players')
    return { ...value.data, ...(unread > 0 && { unread }) }
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
          // A run that has read another picture was charged: only the user decides on another charge.
          if (toFailure(error, '').code === 'CONFLICT') throw error
          return { read: await send(picture, signal) }
        }
      } catch (error) {
        signal.throwIfAborted()
        analysis.refreshCredits()
        return { failure: toFailure(error, readingCost(error)) }
      }
    },
    analyze(lines) {
      const run = current()
      const request = { ...(run ? buildRequest(run) : newRequest()), lines }
      void analysis.execute(request, run)
    },
    storeDraft: (draft) => {
      const run = current()
      if (run) storedRuns.change(run.key, { draft })
    },
    storedDraft: () => current()?.draft,
    forget,
  }
}

interface Analyses extends Analysis {
  pictures: PictureRuns
}

/**
 * The analyses of this screen. Restores the paid board of the chosen mode and category, and stops the running
 * analysis on unmount. No run changes the chosen mode or category.
 */
export function useAnalysis(): Analyses {
  const shell = useShell()
  const store = useStore()
  const userId = useReadable(shell.session)?.id ?? ''
  const { mode, category } = useAtomValue(settingsAtom)
  const mounted = useRef(false)
  const [analysis] = useState(() => {
    const runs = createAnalysis(shell, store, userId)
    return { ...runs, pictures: createPictureRuns(shell, runs, store) }
  })
  // Read again when the window is focused: another tab or device has the focus in between.
  const { data: paidRuns } = useQuery({
    queryKey: ['analysis', 'paid-runs', userId],
    queryFn: ({ signal }) => listPaidRuns(shell, signal),
    enabled: userId !== '',
    staleTime: 0,
  })
  // During the render, since the button of this render shows whether an analysis is free.
  analysis.setPaidRuns(paidRuns ?? [])
  useEffect(() => {
    // The URL may have changed the settings since this render. The effect then runs again with the new ones.
    const now = store.get(settingsAtom)
    if (now.mode !== mode || now.category !== category) return
    // A running analysis is not interrupted. An uncharged run is resumed on mount only, later on by Analyze.
    if (!analysis.isRunning()) analysis.restore({ feature: mode, category }, !mounted.current)
    mounted.current = true
  }, [analysis, store, mode, category])
  useEffect(() => {
    void analysis.showLastBoard().then((market) => {
      if (market) store.set(settingsAtom, { mode: 'quick', category: market })
    })
  }, [analysis, store])
  useEffect(() => analysis.stop, [analysis])
  // The shell switches to a newer release of this remote only after the run.
  useEffect(() => shell.registerUnsavedWork(() => analysis.isRunning() && 'swap'), [shell, analysis])
  return analysis
}
