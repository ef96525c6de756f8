import type { ShellApi } from '@propsight/shared/contracts'
import { analysisCost } from '@propsight/shared/domain'
import type { createStore } from 'jotai'
import { IDLE, playerKey, type RestState, type RunRequest, type RunState } from '../../state/run.ts'
import { settingsAtom } from '../../state/settings.ts'
import { cancelCost, costOf, isOver, isPaidAt, NOTHING_USED } from './cost.ts'
import { failureOf } from './failure.ts'
import { type KeptRun, keptRuns, requestOf } from './kept-runs.ts'
import { loadPart } from './load-part.ts'
import { requireCredits } from './require-credits.ts'
import { runAnalysis } from './run-analysis.ts'
import type { RunEvents } from './run-events.ts'
import { runStore, type Which } from './run-store.ts'

export type AnalysisShell = Pick<ShellApi, 'api' | 'session' | 'credits' | 'refreshProfile'>

/** What an analysis is asked with; its key is found or made here. */
export type Wanted = Omit<RunRequest, 'key'>

const REFUSED = 400

/**
 * The analyses of one user, one at a time, each written into the store under its mode and category. Starting another
 * aborts the one before; a key is kept until its run is over, so that retrying, reloading or coming back never pays
 * twice.
 */
export function createAnalysis(shell: AnalysisShell, store: ReturnType<typeof createStore>, userId: string) {
  const kept = keptRuns(userId)
  const { stateOf, write, change } = runStore(store)
  /** Runs that the server failed on before it charged: it may have given them back, and the next try says so. */
  const failedThere = new Set<string>()
  let running: { which: Which; controller: AbortController } | null = null
  /** The board whose left-out lines are being read. */
  let completing: { which: Which; controller: AbortController } | null = null

  // The profile shows what is left; failing to read it again is the shell's to tell.
  const refreshCredits = () => void shell.refreshProfile().catch(() => undefined)

  /** @param rest what the board says of it then: after Cancel no filter begins it again */
  const stopRest = (rest: RestState | null) => {
    if (!completing) return
    completing.controller.abort()
    change(completing.which, { rest })
    completing = null
  }

  const stop = () => {
    stopRest(null)
    if (!running) return
    running.controller.abort()
    if (stateOf(running.which).phase === 'loading') write(running.which, IDLE)
    running = null
  }

  const fail = (error: unknown, request: RunRequest, paid: boolean): 'over' | undefined => {
    const { step } = stateOf(request)
    const failure = failureOf(error, costOf(error, { ...request, step, paid }))
    if (failure.status >= REFUSED && !isPaidAt(step)) failedThere.add(request.key)
    change(request, { phase: 'failed', step: 'failed', failure })
    refreshCredits()
    if (!isOver(error)) return
    kept.drop(request.key)
    change(request, { request: { ...request, key: crypto.randomUUID() }, runId: null })
    return 'over'
  }

  async function execute(request: RunRequest, known: KeptRun | null): Promise<'over' | undefined> {
    stop()
    const controller = new AbortController()
    const { signal } = controller
    running = { which: request, controller }
    let run = known?.run ?? null
    const paid = known?.captured ?? false
    kept.keep({ ...known, ...request, run, captured: paid })
    write(request, { ...IDLE, phase: 'loading', request, runId: run?.runId ?? null })
    // An aborted run may have an event on its way; it must not write into its successor's state.
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
      // A key that was sent before may hold its credits already: only the server knows.
      if (!known) await requireCredits(shell, analysisCost(request.category))
      const ended = await runAnalysis(shell.api, request, run, events, signal)
      // Without a log to read the server gave the hold back, and the run is over.
      if (ended === 'charged') kept.change(request.key, { captured: true })
      else kept.drop(request.key)
      refreshCredits()
      current(ended === 'empty' ? { phase: 'empty', step: 'empty' } : { phase: 'complete', step: 'complete' })
    } catch (error) {
      if (signal.aborted) return
      // Given back, so nobody paid for it: what was asked for once is asked for once more.
      if (isOver(error) && !paid && failedThere.delete(request.key)) {
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
    /** Whether one is under way: what has arrived of it would be read again. */
    isRunning: () => completing !== null || (running !== null && stateOf(running.which).phase === 'loading'),
    /** Starts an analysis; a key of the same mode and category that was held and never spent is used again. */
    analyze(wanted: Wanted): Promise<unknown> {
      const unspent = kept.unspent(wanted.feature, wanted.category)
      return execute({ ...wanted, key: unspent?.key ?? crypto.randomUUID() }, unspent)
    },
    /** Ends what runs, and says what it cost; `retry` goes on with it. */
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
    /** Reads the lines that a board left out, on its own run: they cost nothing. What arrived before a failure stays. */
    async loadRest(which: Which): Promise<void> {
      if (stateOf(which).phase !== 'complete' || stateOf(which).rest?.phase === 'loading') return
      stopRest(null)
      const controller = new AbortController()
      const { signal } = controller
      completing = { which, controller }
      change(which, { rest: { phase: 'loading', read: stateOf(which).lines?.players.length ?? 0 } })
      let rest: RestState | null = null
      try {
        const { loadRest } = await loadPart(() => import('./load-rest.ts'))
        await loadRest({
          api: shell.api,
          board: () => stateOf(which),
          change: (part) => change(which, part),
          window: () => store.get(settingsAtom).window,
          signal,
        })
      } catch (error) {
        rest = { phase: 'failed', failure: failureOf(error, NOTHING_USED) }
      }
      if (signal.aborted) return
      completing = null
      change(which, { rest })
    },
    cancelRest: () => stopRest({ phase: 'cancelled' }),
    /** The last request again, on the same run where that is still open. */
    retry(which: Which): Promise<unknown> {
      const { request } = stateOf(which)
      if (request) return execute(request, kept.find(request.key))
      const failure = failureOf(new Error('No previous request to retry'), NOTHING_USED)
      change(which, { phase: 'failed', step: 'failed', failure })
      return Promise.resolve()
    },
    /**
     * Reads the board of a mode and category again that this tab has a live run of: after a reload, or when one that was
     * paid for before the reload is chosen. It costs nothing.
     * @param asked whether one that was not charged yet goes on, too
     */
    restore(which: Which, asked: boolean): void {
      const known = kept.of(which)
      if (!known?.run || stateOf(known).phase !== 'idle') return
      if (!known.captured && !asked) return
      // A picture whose rows nobody confirmed yet is no board; the rows themselves are kept.
      if (known.feature === 'image' && !known.lines) return
      const request = requestOf(known)
      void execute(request, known).then((ended) => {
        // A run that is over is no failure of this visit: the screen begins anew.
        if (ended === 'over') write(request, IDLE)
      })
    },
  }
}
export type Analysis = ReturnType<typeof createAnalysis>
