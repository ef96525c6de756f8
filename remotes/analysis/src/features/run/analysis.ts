import { requireCredits } from '@propsight/shared/client'
import { IMAGE_CATEGORY, type ShellApi } from '@propsight/shared/contracts'
import { analysisCost, boardFreeUntil } from '@propsight/shared/domain'
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
import { cardOptionsAtom } from '../../state/settings.ts'
import { cancelCost, failureCost, isPaidAt, isRunOver, NOTHING_USED } from './credits.ts'
import { toFailure } from './failure.ts'
import { isUnreachable, readLastBoard, storeLastBoard } from './last-board.ts'
import { loadPart, runAnalysis } from './run-analysis.ts'
import type { RunEvents } from './run-events.ts'
import { buildRequest, createStoredRuns, type PaidRun, type StoredRun } from './stored-runs.ts'

type Store = ReturnType<typeof createStore>
export type RunTarget = Pick<RunRequest, 'feature' | 'category'>

/** Reads and writes the states of the runs in the store, by mode and category. */
export function runStore(store: Store) {
  const stateOf = ({ feature, category }: RunTarget): RunState =>
    store.get(runsAtom).get(runKey(feature, category)) ?? IDLE
  const write = ({ feature, category }: RunTarget, state: RunState): void =>
    store.set(runsAtom, new Map(store.get(runsAtom)).set(runKey(feature, category), state))
  const change = (target: RunTarget, part: Partial<RunState>): void =>
    write(target, { ...stateOf(target), ...part })
  return { stateOf, write, change }
}

export type AnalysisShell = Pick<ShellApi, 'api' | 'session' | 'credits' | 'refreshProfile'>

/** The request of an analysis. `createAnalysis` adds the idempotency key. */
export type AnalysisRequest = Omit<RunRequest, 'key'>

const FIRST_ERROR_STATUS = 400
const PICTURE_RUN_ENDED =
  'The analysis of this picture has ended. Read the picture again to analyze its rows.'

/** Whether a game log arrived, without which no line is ranked. AI mode fails without one. */
const hasRankedLine = ({ request, records }: RunState): boolean =>
  request?.feature === 'ai' || records.values().some(({ type }) => type !== 'missing')

/**
 * Runs the analyses of one user, one at a time, and writes the state of each into the store under its mode
 * and category. Starting an analysis aborts the previous one. The key of a run is stored until the run is
 * over, so that a retry, a reload or a return to the tab is never charged twice.
 */
export function createAnalysis(shell: AnalysisShell, store: ReturnType<typeof createStore>, userId: string) {
  const storedRuns = createStoredRuns(userId)
  const { stateOf, write, change } = runStore(store)
  /** Keys of runs that failed on the server before the charge: it may have released the hold. */
  const failedOnServer = new Set<string>()
  let paidRuns: readonly PaidRun[] = []
  /** The open board of the account for an analysis, which another tab or device may have paid for. */
  const openBoardOf = (target: RunTarget): Pick<StoredRun, 'run' | 'freeUntil'> | null => {
    for (const paid of paidRuns) {
      const freeUntil = boardFreeUntil(paid, target)
      if (freeUntil !== null && freeUntil > Date.now()) return { run: paid.run, freeUntil }
    }
    return null
  }
  let running: { target: RunTarget; controller: AbortController } | null = null
  /** The board whose left-out lines are loading. */
  let loadingRemaining: { target: RunTarget; controller: AbortController } | null = null

  // Updates the displayed balance. The shell reports a failed refresh.
  const refreshCredits = () => void shell.refreshProfile().catch(() => undefined)

  /** @param rest state to write: `cancelled` prevents a filter from starting the loading again */
  const stopRemaining = (rest: RemainingState | null) => {
    if (!loadingRemaining) return
    loadingRemaining.controller.abort()
    change(loadingRemaining.target, { rest })
    loadingRemaining = null
  }

  const stop = () => {
    stopRemaining(null)
    if (!running) return
    running.controller.abort()
    if (stateOf(running.target).phase === 'loading') write(running.target, IDLE)
    running = null
  }

  const fail = (error: unknown, request: RunRequest, paid: boolean): 'over' | undefined => {
    const { step } = stateOf(request)
    const failure = toFailure(error, failureCost(error, { ...request, step, paid }))
    if (failure.status >= FIRST_ERROR_STATUS && !isPaidAt(step)) failedOnServer.add(request.key)
    change(request, { phase: 'failed', step: 'failed', failure })
    refreshCredits()
    if (!isRunOver(error)) return
    storedRuns.drop(request.key)
    change(request, { request: { ...request, key: crypto.randomUUID() }, runId: null })
    return 'over'
  }

  /** Shows a failure that sent no request. */
  const failWith = (target: RunTarget, message: string): undefined => {
    const failure = toFailure(new Error(message), NOTHING_USED)
    change(target, { phase: 'failed', step: 'failed', failure })
  }

  async function execute(request: RunRequest, stored: StoredRun | null): Promise<'over' | undefined> {
    stop()
    const controller = new AbortController()
    const { signal } = controller
    running = { target: request, controller }
    let run = stored?.run ?? null
    const captured = stored?.captured ?? false
    let paid = captured || (stored?.paid ?? false)
    if (request.feature === 'image' && !captured) {
      running = null
      return failWith(request, PICTURE_RUN_ENDED)
    }
    storedRuns.keep({ ...stored, ...request, run, captured, paid })
    write(request, { ...IDLE, phase: 'loading', request, runId: run?.runId ?? null })
    // An aborted run may still emit events, which must not overwrite the state of the next run.
    const changeUnlessAborted = (part: Partial<RunState>) => {
      if (!signal.aborted) change(request, part)
    }
    const events: RunEvents = {
      step: (step) => changeUnlessAborted({ step }),
      lines: (lines) => {
        if (lines.players.length > 0 && !paid) {
          paid = true
          storedRuns.change(request.key, { paid: true })
          refreshCredits()
        }
        changeUnlessAborted({ lines })
      },
      news: (newsRead) => changeUnlessAborted({ newsRead }),
      advice: (advice) => changeUnlessAborted({ advice }),
      records: (arrived) => {
        const records = new Map(stateOf(request).records)
        for (const record of arrived) records.set(playerKey(record), record)
        changeUnlessAborted({ records })
      },
      held: (answer) => {
        run = answer
        storedRuns.keep({ ...stored, ...request, run, captured: false, paid })
        // The balance is read when the lines arrive, or after a failure: an earlier read would delay the lines.
        changeUnlessAborted({ runId: answer.runId })
      },
    }
    try {
      // Skipped for a stored key: its credits may be held already, and only the server knows.
      if (!stored) await requireCredits(shell, analysisCost(request.category))
      const ended = await runAnalysis(shell.api, request, run, events, signal)
      // Without lines the run was not charged, and it is over.
      if (paid) {
        storedRuns.complete(request.key)
      } else {
        storedRuns.drop(request.key)
        refreshCredits()
      }
      const isRanked = ended !== 'empty' && hasRankedLine(stateOf(request))
      changeUnlessAborted({
        phase: ended === 'empty' ? 'empty' : 'complete',
        step: isRanked ? 'complete' : 'empty',
      })
      if (ended === 'complete' && !signal.aborted) void storeLastBoard(userId, stateOf(request))
    } catch (error) {
      if (signal.aborted) return
      // The server released the hold before the charge, so that a new run is not a second charge.
      if (isRunOver(error) && !paid && failedOnServer.delete(request.key)) {
        storedRuns.drop(request.key)
        return execute({ ...request, key: crypto.randomUUID() }, null)
      }
      return fail(error, request, paid)
    }
  }

  return {
    storedRuns,
    stop,
    refreshCredits,
    execute,
    /** Whether an analysis or the loading of left-out lines is in progress, which a reload would repeat. */
    isRunning: () =>
      loadingRemaining !== null || (running !== null && stateOf(running.target).phase === 'loading'),
    /** Sets the runs that the account paid for on this or another device. */
    setPaidRuns(runs: readonly PaidRun[]): void {
      paidRuns = runs
    },
    /**
     * Starts an analysis. Resumes a run of the same mode and category that has not shown a complete board, or
     * whose board is open.
     */
    analyze(request: AnalysisRequest): Promise<unknown> {
      const { feature, category } = request
      const stored = storedRuns.unspent(feature, category) ?? storedRuns.fresh(feature, category)
      const key = stored?.key ?? crypto.randomUUID()
      const open = stored ? null : openBoardOf(request)
      const opened = open && { ...request, key, ...open, paid: true, captured: true }
      return execute({ ...request, key }, stored ?? opened)
    },
    /** When the next analysis costs credits again, ms since the epoch; null if it does now. */
    freeUntil: (target: RunTarget): number | null =>
      storedRuns.fresh(target.feature, target.category)?.freeUntil ?? openBoardOf(target)?.freeUntil ?? null,
    /** Cancels the running analysis and reports its cost. `retry` resumes it. */
    cancel(): void {
      if (!running) return
      const { target, controller } = running
      const { phase, step, request, runId } = stateOf(target)
      if (phase !== 'loading') return
      controller.abort()
      running = null
      const paid = (request && storedRuns.find(request.key)?.paid) ?? false
      const cost = cancelCost({ ...target, step, paid }, runId !== null)
      const failure = { message: 'Analysis cancelled', code: 'CANCELLED', status: 0, requestId: null, cost }
      change(target, { phase: 'failed', step: 'cancelled', failure })
      refreshCredits()
    },
    /**
     * Loads the lines that a board left out, on its own run at no cost. Lines loaded before a failure are
     * kept.
     */
    async loadRemainingLines(target: RunTarget): Promise<void> {
      if (stateOf(target).phase !== 'complete' || stateOf(target).rest?.phase === 'loading') return
      stopRemaining(null)
      const controller = new AbortController()
      const { signal } = controller
      loadingRemaining = { target, controller }
      change(target, { rest: { phase: 'loading', read: stateOf(target).lines?.players.length ?? 0 } })
      let rest: RemainingState | null = null
      try {
        const { loadRemainingLines } = await loadPart(
          // In the chunk of the board, which is loaded by then and ranks the lines with the same code.
          () => import(/* webpackChunkName: "board" */ './load-remaining-lines.ts'),
        )
        await loadRemainingLines({
          api: shell.api,
          board: () => stateOf(target),
          change: (part) => change(target, part),
          options: () => store.get(cardOptionsAtom),
          signal,
        })
      } catch (error) {
        rest = { phase: 'failed', failure: toFailure(error, NOTHING_USED) }
      }
      if (signal.aborted) return
      loadingRemaining = null
      change(target, { rest })
    },
    cancelRemaining: () => stopRemaining({ phase: 'cancelled' }),
    /** Repeats the last request, on the same run if it is still open. */
    retry(target: RunTarget): Promise<unknown> {
      const { request } = stateOf(target)
      if (request) return execute(request, storedRuns.find(request.key))
      return Promise.resolve(failWith(target, 'No previous request to retry'))
    },
    /**
     * Shows the user's last complete board, as it was, when the page was opened without a network.
     * @returns its market; null without one, or if the network is there
     */
    async showLastBoard(): Promise<string | null> {
      const board = isUnreachable() ? await readLastBoard(userId) : null
      const category = board?.request?.category ?? IMAGE_CATEGORY
      if (!board || category === IMAGE_CATEGORY) return null
      const target: RunTarget = { feature: 'quick', category }
      if (stateOf(target).lines) return null
      stop()
      write(target, board)
      return category
    },
    /**
     * Restores the board of a mode and category from a live run of this tab, at no cost: after a reload, or
     * when the user chooses a mode and category that were paid for before the reload.
     * @param resumeUncharged whether a run that was not charged yet is resumed, too
     */
    restore(target: RunTarget, resumeUncharged: boolean): void {
      const stored = storedRuns.of(target)
      if (!stored?.run || stateOf(stored).phase !== 'idle') return
      if (!stored.captured && !resumeUncharged) return
      // A picture with unconfirmed rows has no board. The image mode restores the rows.
      if (stored.feature === 'image' && !stored.lines) return
      const request = buildRequest(stored)
      void execute(request, stored).then((ended) => {
        // A run that is over is not an error after a reload: the start page is shown.
        if (ended === 'over') write(request, IDLE)
      })
    },
  }
}
export type Analysis = ReturnType<typeof createAnalysis>
