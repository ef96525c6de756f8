import { requireCredits } from '@propsight/shared/client'
import type { ShellApi, StartRunAnswer } from '@propsight/shared/contracts'
import { analysisCost, type MlbCategory } from '@propsight/shared/domain'
import type { createStore } from 'jotai'
import { IDLE, playerKey, type RunRequest, type RunState, runsAtom } from '../../state/run.ts'
import type { OddsFilter } from '../../state/settings.ts'
import { costOf, isOver, NOTHING_USED } from './cost.ts'
import { failureOf } from './failure.ts'
import { type KeptRun, keptRuns } from './kept-runs.ts'
import { type RunEvents, runAnalysis } from './run-analysis.ts'

type Store = ReturnType<typeof createStore>
type Shell = Pick<ShellApi, 'api' | 'session' | 'credits' | 'refreshProfile'>

/**
 * The analyses of one user, one at a time, each written into the store under its category. Starting another aborts
 * the one before; a key is kept until its run is over, so that retrying, reloading or coming back never pays twice.
 */
export function createAnalysis(shell: Shell, store: Store, userId: string) {
  const kept = keptRuns(userId)
  let running: { category: MlbCategory; controller: AbortController } | null = null

  const stateOf = (category: MlbCategory): RunState => store.get(runsAtom).get(category) ?? IDLE
  const write = (category: MlbCategory, state: RunState) =>
    store.set(runsAtom, new Map(store.get(runsAtom)).set(category, state))
  const change = (category: MlbCategory, part: Partial<RunState>) =>
    write(category, { ...stateOf(category), ...part })

  const remember = (request: RunRequest, run: StartRunAnswer | null, captured: boolean) => {
    const { category, oddsType, key } = request
    kept.keep({ category, oddsType, key, run, captured })
  }

  // The profile shows what is left; failing to read it again is the shell's to tell.
  const refreshCredits = () => void shell.refreshProfile().catch(() => undefined)

  const stop = () => {
    if (!running) return
    running.controller.abort()
    if (stateOf(running.category).phase === 'loading') write(running.category, IDLE)
    running = null
  }

  const fail = (error: unknown, request: RunRequest, paid: boolean): 'over' | undefined => {
    const { category } = request
    const cost = costOf(error, { category, step: stateOf(category).step, paid })
    change(category, { phase: 'failed', step: 'failed', failure: failureOf(error, cost) })
    refreshCredits()
    if (!isOver(error)) return
    kept.drop(request.key)
    change(category, { request: { ...request, key: crypto.randomUUID() } })
    return 'over'
  }

  async function execute(request: RunRequest, known: KeptRun | null): Promise<'over' | undefined> {
    stop()
    const { category } = request
    const controller = new AbortController()
    const { signal } = controller
    running = { category, controller }
    let run = known?.run ?? null
    if (!known) remember(request, null, false)
    write(category, { ...IDLE, phase: 'loading', request })
    // An aborted run may have an event on its way; it must not write into its successor's state.
    const current = (part: Partial<RunState>) => {
      if (!signal.aborted) change(category, part)
    }
    const events: RunEvents = {
      step: (step) => current({ step }),
      lines: (lines) => current({ lines }),
      record: (record) =>
        current({ records: new Map(stateOf(category).records).set(playerKey(record), record) }),
      held: (answer) => {
        run = answer
        remember(request, answer, false)
        refreshCredits()
      },
    }
    try {
      // A key that was sent before may hold its credits already: only the server knows.
      if (!known) await requireCredits(shell, analysisCost(category))
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
    isRunning: () => running !== null && stateOf(running.category).phase === 'loading',
    /** Starts an analysis; a key of the same category that was held and never spent is used again. */
    analyze(category: MlbCategory, oddsType: OddsFilter): Promise<unknown> {
      const unspent = kept.unspent(category)
      return execute({ category, oddsType, key: unspent?.key ?? crypto.randomUUID() }, unspent)
    },
    /** The last request of a category again, on the same run where that is still open. */
    retry(category: MlbCategory): Promise<unknown> {
      const { request } = stateOf(category)
      if (request) return execute(request, kept.find(request.key))
      const failure = failureOf(new Error('No previous request to retry'), NOTHING_USED)
      change(category, { phase: 'failed', step: 'failed', failure })
      return Promise.resolve()
    },
    /**
     * After a reload: the last run of this tab is read again while it is live. It costs nothing.
     * @returns the category that is on its way, if any
     */
    restore(): MlbCategory | null {
      const latest = kept.latest()
      if (!latest?.run || stateOf(latest.category).phase !== 'idle') return null
      const { category, oddsType, key } = latest
      void execute({ category, oddsType, key }, latest).then((ended) => {
        // A run that is over is no failure of this visit: the screen begins anew.
        if (ended === 'over') write(category, IDLE)
      })
      return category
    },
  }
}
export type Analysis = ReturnType<typeof createAnalysis>
