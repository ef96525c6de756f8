import { requireCredits } from '@propsight/shared/client'
import type { ShellApi, StartRunAnswer } from '@propsight/shared/contracts'
import { analysisCost } from '@propsight/shared/domain'
import type { createStore } from 'jotai'
import { IDLE, playerKey, type RunRequest, type RunState, runKey, runsAtom } from '../../state/run.ts'
import { costOf, isOver, NOTHING_USED } from './cost.ts'
import { failureOf } from './failure.ts'
import { type KeptRun, keptRuns } from './kept-runs.ts'
import { type RunEvents, runAnalysis } from './run-analysis.ts'

type Store = ReturnType<typeof createStore>
type Shell = Pick<ShellApi, 'api' | 'session' | 'credits' | 'refreshProfile'>

/** What an analysis is asked with; its key is found or made here. */
export type Wanted = Omit<RunRequest, 'key'>
type Which = Pick<Wanted, 'feature' | 'category'>

/**
 * The analyses of one user, one at a time, each written into the store under its mode and category. Starting another
 * aborts the one before; a key is kept until its run is over, so that retrying, reloading or coming back never pays
 * twice.
 */
export function createAnalysis(shell: Shell, store: Store, userId: string) {
  const kept = keptRuns(userId)
  let running: { which: Which; controller: AbortController } | null = null

  const stateOf = ({ feature, category }: Which): RunState =>
    store.get(runsAtom).get(runKey(feature, category)) ?? IDLE
  const write = ({ feature, category }: Which, state: RunState) =>
    store.set(runsAtom, new Map(store.get(runsAtom)).set(runKey(feature, category), state))
  const change = (which: Which, part: Partial<RunState>) => write(which, { ...stateOf(which), ...part })

  const remember = (request: RunRequest, run: StartRunAnswer | null, captured: boolean) =>
    kept.keep({ ...request, run, captured })

  // The profile shows what is left; failing to read it again is the shell's to tell.
  const refreshCredits = () => void shell.refreshProfile().catch(() => undefined)

  const stop = () => {
    if (!running) return
    running.controller.abort()
    if (stateOf(running.which).phase === 'loading') write(running.which, IDLE)
    running = null
  }

  const fail = (error: unknown, request: RunRequest, paid: boolean): 'over' | undefined => {
    const { category } = request
    const cost = costOf(error, { category, step: stateOf(request).step, paid })
    change(request, { phase: 'failed', step: 'failed', failure: failureOf(error, cost) })
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
    if (!known) remember(request, null, false)
    write(request, { ...IDLE, phase: 'loading', request, runId: run?.runId ?? null })
    // An aborted run may have an event on its way; it must not write into its successor's state.
    const current = (part: Partial<RunState>) => {
      if (!signal.aborted) change(request, part)
    }
    const events: RunEvents = {
      step: (step) => current({ step }),
      lines: (lines) => current({ lines }),
      record: (record) =>
        current({ records: new Map(stateOf(request).records).set(playerKey(record), record) }),
      held: (answer) => {
        run = answer
        remember(request, answer, false)
        current({ runId: answer.runId })
        refreshCredits()
      },
    }
    try {
      // A key that was sent before may hold its credits already: only the server knows.
      if (!known) await requireCredits(shell, analysisCost(request.category))
      const ended = await runAnalysis(shell.api, request, run, events, signal)
      // Without a log to read the server gave the hold back, and the run is over.
      if (ended === 'charged') remember(request, run, true)
      else kept.drop(request.key)
      refreshCredits()
      current(ended === 'empty' ? { phase: 'empty', step: 'empty' } : { phase: 'complete', step: 'complete' })
    } catch (error) {
      if (!signal.aborted) return fail(error, request, known?.captured ?? false)
    }
  }

  return {
    stop,
    /** Whether one is under way: what has arrived of it would be read again. */
    isRunning: () => running !== null && stateOf(running.which).phase === 'loading',
    /** Starts an analysis; a key of the same mode and category that was held and never spent is used again. */
    analyze(wanted: Wanted): Promise<unknown> {
      const unspent = kept.unspent(wanted.feature, wanted.category)
      return execute({ ...wanted, key: unspent?.key ?? crypto.randomUUID() }, unspent)
    },
    /** The last request again, on the same run where that is still open. */
    retry(which: Which): Promise<unknown> {
      const { request } = stateOf(which)
      if (request) return execute(request, kept.find(request.key))
      const failure = failureOf(new Error('No previous request to retry'), NOTHING_USED)
      change(which, { phase: 'failed', step: 'failed', failure })
      return Promise.resolve()
    },
    /**
     * After a reload: the last run of this tab is read again while it is live. It costs nothing.
     * @returns what is on its way, if anything
     */
    restore(): Which | null {
      const latest = kept.latest()
      if (!latest?.run || stateOf(latest).phase !== 'idle') return null
      const { run: _run, captured: _captured, ...request } = latest
      void execute(request, latest).then((ended) => {
        // A run that is over is no failure of this visit: the screen begins anew.
        if (ended === 'over') write(request, IDLE)
      })
      return request
    },
  }
}
export type Analysis = ReturnType<typeof createAnalysis>
