import type { ShellApi } from '@propsight/shared/contracts'
import { analysisCost } from '@propsight/shared/domain'
import type { createStore } from 'jotai'
import {
  IDLE,
  playerKey,
  type RemainingState,
  type RunRequest,
  type RunState,
  runKey,
  runsAtom,
} from '../../state/run.ts'
import { settingsAtom } from '../../state/settings.ts'
import { cancelCost, failureCost, isPaidAt, isRunOver, NOTHING_USED, requireCredits } from './credits.ts'
import { toFailure } from './failure.ts'
import { loadPart, runAnalysis } from './run-analysis.ts'
import type { RunEvents } from './run-events.ts'
import { createStoredRuns, requestOf, type StoredRun } from './stored-runs.ts'

type Store = ReturnType<typeof createStore>
export type RunTarget = Pick<RunRequest, 'feature' | 'category'>

/** Reads and writes the states of the runs in the store, by mode and category. */
export function runStore(store: Store) {
  const stateOf = ({ feature, category }: RunTarget): RunState =>
    store.get(runsAtom).get(runKey(feature, category)) ?? IDLE
  const write = ({ feature, category }: RunTarget, state: RunState): void =>
    store.set(runsAtom, new Map(store.get(runsAtom)).set(runKey(feature, category), state))
  const change = (which: RunTarget, part: Partial<RunState>): void =>
    write(which, { ...stateOf(which), ...part })
  return { stateOf, write, change }
}

export type AnalysisShell = Pick<ShellApi, 'api' | 'session' | 'credits' | 'refreshProfile'>

/** The request of an analysis. `createAnalysis` adds the idempotency key. */
export type AnalysisRequest = Omit<RunRequest, 'key'>

const FIRST_ERROR_STATUS = 400

/**
 * Runs the analyses of one user, one at a time, and writes the state of each into the store under its mode
 * and category. Starting an analysis aborts the previous one. The key of a run is stored until the run is
 * over, so that a retry, a reload or a return to the tab is never charged twice.
 */
export function createAnalysis(shell: AnalysisShell, store: ReturnType<typeof createStore>, userId: string) {
  const kept = createStoredRuns(userId)
  const { stateOf, write, change } = runStore(store)
  /** Keys of runs that failed on the server before the charge: it may have released the hold. */
  const failedOnServer = new Set<string>()
  let running: { which: RunTarget; controller: AbortController } | null = null
  /** The board whose left-out lines are loading. */
  let completing: { which: RunTarget; controller: AbortController } | null = null

  // Updates the displayed balance. The shell reports a failed refresh.
  const refreshCredits = () => void shell.refreshProfile().catch(() => undefined)

  /** @param rest state to write: `cancelled` prevents a filter from starting the loading again */
  const stopRemaining = (rest: RemainingState | null) => {
    if (!completing) return
    completing.controller.abort()
    change(completing.which, { rest })
    completing = null
  }

  const stop = () => {
    stopRemaining(null)
    if (!running) return
    running.controller.abort()
    if (stateOf(running.which).phase === 'loading') write(running.which, IDLE)
    running = null
  }

  const fail = (error: unknown, request: RunRequest, paid: boolean): 'over' | undefined => {
    const { step } = stateOf(request)
    const failure = toFailure(error, failureCost(error, { ...request, step, paid }))
    if (failure.status >= FIRST_ERROR_STATUS && !isPaidAt(step)) failedOnServer.add(request.key)
    change(request, { phase: 'failed', step: 'failed', failure })
    refreshCredits()
    if (!isRunOver(error)) return
    kept.drop(request.key)
    change(request, { request: { ...request, key: crypto.randomUUID() }, runId: null })
    return 'over'
  }

  async function execute(request: RunRequest, known: StoredRun | null): Promise<'over' | undefined> {
    stop()
    const controller = new AbortController()
    const { signal } = controller
    running = { which: request, controller }
    let run = known?.run ?? null
    const paid = known?.captured ?? false
    kept.keep({ ...known, ...request, run, captured: paid })
    write(request, { ...IDLE, phase: 'loading', request, runId: run?.runId ?? null })
    // An aborted run may still emit events, which must not overwrite the state of the next run.
    const current = (part: Partial<RunState>) => {
      if (!signal.aborted) change(request, part)
    }
    const events: RunEvents = {
      step: (step) => current({ step }),
      lines: (lines) => current({ lines }),
      news: (newsRead) => current({ newsRead }),
      advice: (advice) => current({ advice }),
      records: (arrived) => {
        const records = new Map(stateOf(request).records)
        for (const record of arrived) records.set(playerKey(record), record)
        current({ records })
      },
      held: (answer) => {
        run = answer
        kept.keep({ ...known, ...request, run, captured: false })
        current({ runId: answer.runId })
        refreshCredits()
      },
    }
    try {
      // Skipped for a known key: its credits may be held already, and only the server knows.
      if (!known) await requireCredits(shell, analysisCost(request.category))
      const ended = await runAnalysis(shell.api, request, run, events, signal)
      // Without a log to read the run was not charged, and it is over.
      if (ended === 'charged') kept.change(request.key, { captured: true })
      else kept.drop(request.key)
      refreshCredits()
      current(ended === 'empty' ? { phase: 'empty', step: 'empty' } : { phase: 'complete', step: 'complete' })
    } catch (error) {
      if (signal.aborted) return
      // The server released the hold before the charge, so that a new run is not a second charge.
      if (isRunOver(error) && !paid && failedOnServer.delete(request.key)) {
        kept.drop(request.key)
        return execute({ ...request, key: crypto.randomUUID() }, null)
      }
      return fail(error, request, paid)
    }
  }

  return {
    kept,
    stop,
    refreshCredits,
    execute,
    /** Whether an analysis or the loading of left-out lines is in progress, which a reload would repeat. */
    isRunning: () => completing !== null || (running !== null && stateOf(running.which).phase === 'loading'),
    /**
     * Starts an analysis. Reuses a key of the same mode and category whose credits were held and never
     * charged.
     */
    analyze(wanted: AnalysisRequest): Promise<unknown> {
      const unspent = kept.unspent(wanted.feature, wanted.category)
      return execute({ ...wanted, key: unspent?.key ?? crypto.randomUUID() }, unspent)
    },
    /** Cancels the running analysis and reports its cost. `retry` resumes it. */
    cancel(): void {
      if (!running) return
      const { which, controller } = running
      const { phase, step, request, runId } = stateOf(which)
      if (phase !== 'loading') return
      controller.abort()
      running = null
      const paid = (request && kept.find(request.key)?.captured) ?? false
      const cost = cancelCost({ ...which, step, paid }, runId !== null)
      const failure = { message: 'Analysis cancelled', code: 'CANCELLED', status: 0, requestId: null, cost }
      change(which, { phase: 'failed', step: 'cancelled', failure })
      refreshCredits()
    },
    /**
     * Loads the lines that a board left out, on its own run at no cost. Lines loaded before a failure are
     * kept.
     */
    async loadRemainingLines(which: RunTarget): Promise<void> {
      if (stateOf(which).phase !== 'complete' || stateOf(which).rest?.phase === 'loading') return
      stopRemaining(null)
      const controller = new AbortController()
      const { signal } = controller
      completing = { which, controller }
      change(which, { rest: { phase: 'loading', read: stateOf(which).lines?.players.length ?? 0 } })
      let rest: RemainingState | null = null
      try {
        const { loadRemainingLines } = await loadPart(() => import('./load-remaining-lines.ts'))
        await loadRemainingLines({
          api: shell.api,
          board: () => stateOf(which),
          change: (part) => change(which, part),
          window: () => store.get(settingsAtom).window,
          signal,
        })
      } catch (error) {
        rest = { phase: 'failed', failure: toFailure(error, NOTHING_USED) }
      }
      if (signal.aborted) return
      completing = null
      change(which, { rest })
    },
    cancelRemaining: () => stopRemaining({ phase: 'cancelled' }),
    /** Repeats the last request, on the same run if it is still open. */
    retry(which: RunTarget): Promise<unknown> {
      const { request } = stateOf(which)
      if (request) return execute(request, kept.find(request.key))
      const failure = toFailure(new Error('No previous request to retry'), NOTHING_USED)
      change(which, { phase: 'failed', step: 'failed', failure })
      return Promise.resolve()
    },
    /**
     * Restores the board of a mode and category from a live run of this tab, at no cost: after a reload, or
     * when the user chooses a mode and category that were paid for before the reload.
     * @param asked whether a run that was not charged yet is resumed, too
     */
    restore(which: RunTarget, asked: boolean): void {
      const known = kept.of(which)
      if (!known?.run || stateOf(known).phase !== 'idle') return
      if (!known.captured && !asked) return
      // A picture with unconfirmed rows has no board. The image mode restores the rows.
      if (known.feature === 'image' && !known.lines) return
      const request = requestOf(known)
      void execute(request, known).then((ended) => {
        // A run that is over is not an error after a reload: the start page is shown.
        if (ended === 'over') write(request, IDLE)
      })
    },
  }
}
export type Analysis = ReturnType<typeof createAnalysis>
