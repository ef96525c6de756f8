import { createWritableValue, UNREADABLE_ANSWER } from '@propsight/shared/client'
import {
  type ApiClient,
  type GenerateParlayBody,
  type GenerateParlayResponse,
  generateParlayResponse,
  PARLAY_ALERTS,
  type ShellApi,
} from '@propsight/shared/contracts'
import { countAlert, creditsAlert, findEarlierParlays, isSameSelection, selectPicks } from './check-parlay.ts'
import { readFailure, UnreadableAnswer } from './parlay-failure.ts'
import type { ParlayRequest, ParlaySelection, ParlayState, ParlayStep } from './parlay-state.ts'
import { createPendingCallStore } from './pending-call.ts'

const PATH = '/api/parlay/generate-parlay'

/**
 * Generates parlays for one credit. Calls with the same idempotency key are charged and saved once.
 * @param onReading called when the server has answered, before the answer is parsed
 * @throws ApiError of the call, the signal's reason, or UnreadableAnswer
 */
export async function requestParlays(
  api: ApiClient,
  body: GenerateParlayBody,
  signal: AbortSignal,
  onReading: () => void,
): Promise<GenerateParlayResponse> {
  const answer = await api.json(PATH, { method: 'POST', body, signal })
  onReading()
  // Not read entry by entry: an entry without one of its legs is another entry.
  const parsed = generateParlayResponse.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new UnreadableAnswer(UNREADABLE_ANSWER)
}

/** The effect of Cancel, as shown before and after it. */
export const CANCEL_TEXTS = {
  before: 'Cancel stops only the wait. Parlays already started cost 1 credit and are kept in Past Parlays.',
  begun: 'Stopped waiting. Parlays already started cost 1 credit and are kept in Past Parlays.',
  nothing: 'Cancelled before the server started. No credit was used.',
} as const

const IDLE: ParlayState = { phase: 'idle' }

/**
 * The parlay flow, independent of React. One call runs at a time. Its idempotency key is kept until the
 * outcome is known, so that parlays are charged and saved once. After a reload an interrupted call is
 * repeated automatically; after a displayed failure only the user repeats it.
 */
export function createParlayFlow(shell: ShellApi, storage: () => Storage = () => sessionStorage) {
  const state = createWritableValue<ParlayState>(IDLE)
  const pendingCalls = createPendingCallStore(storage, Date.now)
  let running: AbortController | null = null
  let lastSelection: ParlaySelection | null = null

  const userId = (): string | null => shell.session.get()?.id ?? null
  const show = (step: ParlayStep, { parlaySize, myPicks }: ParlaySelection) => {
    const now = state.get()
    const since = now.phase === 'running' ? now.since : Date.now()
    state.set({ phase: 'running', step, size: parlaySize, picks: myPicks.length, since })
  }

  /** @param repeated whether the call was sent before and its answer is not known */
  async function send(user: string, body: GenerateParlayBody, call: AbortController, repeated: boolean) {
    lastSelection = body
    pendingCalls.begin(user, body)
    show('generating', body)
    let isPageLeft = false
    const listening = new AbortController()
    const notePageLeft = () => {
      isPageLeft = true
    }
    for (const event of ['beforeunload', 'pagehide']) addEventListener(event, notePageLeft, listening)
    try {
      const answer = await requestParlays(shell.api, body, call.signal, () => show('reading', body))
      if (call.signal.aborted) return
      pendingCalls.end()
      state.set({ phase: 'listed', answer, request: body })
    } catch (error) {
      if (call.signal.aborted) return
      const { failure, open } = readFailure(error, repeated)
      // A page unload aborts its requests. No failure was shown then, so the next page repeats the call.
      if (!open) pendingCalls.end()
      else if (!isPageLeft) pendingCalls.wait(user, false)
      state.set({ phase: 'failed', failure })
    } finally {
      listening.abort()
    }
    running = null
    await shell.queryClient.invalidateQueries({ queryKey: ['parlays', user] })
    await shell.refreshProfile()
  }

  /** Stops waiting for the running call. @returns whether the request had been sent */
  function stop(): boolean {
    const now = state.get()
    running?.abort()
    running = null
    state.set(IDLE)
    return now.phase === 'running' && now.step !== 'checking'
  }

  /**
   * @param open number of picks that can be a leg
   * @param confirmed whether the user confirmed to build the same parlays again
   */
  async function submit(selection: ParlaySelection, open: number, confirmed = false): Promise<void> {
    if (running) return
    lastSelection = selection
    const user = userId()
    if (user === null) return shell.notify({ message: PARLAY_ALERTS.signedOut, tone: 'low' })
    const call = new AbortController()
    running = call
    show('checking', selection)
    const unanswered = pendingCalls.find(user)
    if (unanswered && isSameSelection(unanswered.body, selection))
      return send(user, unanswered.body, call, true)
    const { parlaySize, myPicks } = selection
    const alert = (await creditsAlert(shell)) ?? countAlert(parlaySize, myPicks.length, open)
    const at = alert || confirmed ? null : await findEarlierParlays(shell, user, selection)
    if (call.signal.aborted) return
    if (alert) {
      stop()
      return shell.notify(alert)
    }
    if (at !== null) {
      running = null
      return state.set({ phase: 'made-before', at, size: parlaySize })
    }
    const body: GenerateParlayBody = { idempotencyKey: crypto.randomUUID(), parlaySize, myPicks }
    await send(user, body, call, false)
  }

  async function resume(): Promise<void> {
    const user = userId()
    const pending = user === null ? null : pendingCalls.find(user)
    if (running || user === null || !pending?.waiting) return
    running = new AbortController()
    await send(user, pending.body, running, true)
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    start: ({ size, rows, open }: ParlayRequest): Promise<void> =>
      submit({ parlaySize: size, myPicks: selectPicks(rows, Date.now()) }, open),
    /** Builds the same parlays again, for another credit. */
    async confirm(): Promise<void> {
      if (state.get().phase === 'made-before' && lastSelection)
        await submit(lastSelection, lastSelection.myPicks.length, true)
    },
    /** Resumes a call that a reload or a change of the route interrupted. */
    resume,
    /**
     * After a failure: repeats the call if its outcome is not known, else sends the same request with a new
     * key.
     */
    async retry(): Promise<void> {
      if (state.get().phase === 'failed' && lastSelection)
        await submit(lastSelection, lastSelection.myPicks.length)
    },
    cancel(): void {
      const user = userId()
      if (user !== null) pendingCalls.wait(user, false)
      const begun = stop()
      shell.notify({ message: begun ? CANCEL_TEXTS.begun : CANCEL_TEXTS.nothing })
      void shell.refreshProfile()
    },
    close(): void {
      const user = userId()
      if (user !== null) pendingCalls.wait(user, false)
      state.set(IDLE)
    },
    /** Stops when the screen is unmounted; the call is resumed when it is mounted again. */
    suspend(): void {
      stop()
    },
  }
}
