import { createValue } from '@propsight/shared/client'
import { type GenerateParlayBody, PARLAY_WORDS, type ShellApi } from '@propsight/shared/contracts'
import { askParlays } from './ask-parlays.ts'
import { countAlert, creditsAlert } from './check-parlay.ts'
import { readFailure } from './failure.ts'
import { keptCall } from './kept-call.ts'
import { legsFrom, sameQuestion } from './parlay-body.ts'
import type { ParlayRequest, ParlayState, ParlayStep } from './parlay-flow.ts'

/** What Cancel means, said before and after. */
export const CANCEL_WORDS = {
  before:
    'Cancel only stops the wait: what the server has begun it finishes for 1 credit and keeps in Past Parlays.',
  begun: 'Stopped waiting. What was begun is finished for 1 credit and kept in Past Parlays.',
  nothing: 'Cancelled before anything was begun. No credit was used.',
} as const

const IDLE: ParlayState = { phase: 'idle' }

/**
 * The parlay flow outside of React: one call at a time, its key kept until it is answered. A lost answer is asked for
 * again under that key, after a reload by itself, so that parlays are paid for and saved once.
 */
export function createParlayFlow(shell: ShellApi, storage: () => Storage = () => sessionStorage) {
  const state = createValue<ParlayState>(IDLE)
  const kept = keptCall(storage, Date.now)
  let waiting: AbortController | null = null
  let last: ParlayRequest | null = null

  const userId = (): string | null => shell.session.get()?.id ?? null
  const show = (step: ParlayStep, { parlaySize, myPicks }: Omit<GenerateParlayBody, 'idempotencyKey'>) => {
    const now = state.get()
    const since = now.phase === 'running' ? now.since : Date.now()
    state.set({ phase: 'running', step, size: parlaySize, picks: myPicks.length, since })
  }

  async function ask(user: string, body: GenerateParlayBody, call: AbortController): Promise<void> {
    show('generating', body)
    try {
      const answer = await askParlays(shell.api, body, call.signal, () => show('reading', body))
      if (call.signal.aborted) return
      kept.end()
      state.set({ phase: 'listed', answer, asked: body })
    } catch (error) {
      if (call.signal.aborted) return
      const { failure, open } = readFailure(error)
      if (!open) kept.end()
      state.set({ phase: 'failed', failure })
    }
    waiting = null
    await shell.queryClient.invalidateQueries({ queryKey: ['parlays', user] })
    await shell.refreshProfile()
  }

  /** Turns away from the call that runs. @returns whether the server had been asked */
  function stop(): boolean {
    const now = state.get()
    waiting?.abort()
    waiting = null
    state.set(IDLE)
    return now.phase === 'running' && now.step !== 'checking'
  }

  async function start(request: ParlayRequest): Promise<void> {
    if (waiting) return
    last = request
    const user = userId()
    if (user === null) return shell.notify({ message: PARLAY_WORDS.signedOut, tone: 'low' })
    const call = new AbortController()
    waiting = call
    const asked = { parlaySize: request.size, myPicks: legsFrom(request.rows, Date.now()) }
    show('checking', asked)
    const open = kept.find(user)
    let body: GenerateParlayBody = { idempotencyKey: crypto.randomUUID(), ...asked }
    if (open && sameQuestion(open.body, body)) body = open.body
    else {
      const alert = (await creditsAlert(shell)) ?? countAlert(request.size, asked.myPicks.length)
      if (call.signal.aborted) return
      if (alert) {
        stop()
        return shell.notify(alert)
      }
    }
    kept.begin(user, body)
    await ask(user, body, call)
  }

  async function resume(): Promise<void> {
    const user = userId()
    const open = user === null ? null : kept.find(user)
    if (waiting || user === null || !open?.waiting) return
    waiting = new AbortController()
    await ask(user, open.body, waiting)
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    start,
    /** Goes on with a call that a reload, or leaving the screen, cut off. */
    resume,
    /** After a failure: the call whose outcome is not known, else the same request anew. */
    async retry(): Promise<void> {
      if (state.get().phase !== 'failed') return
      const user = userId()
      if (user !== null && kept.find(user)) {
        kept.wait(user, true)
        await resume()
      } else if (last) await start(last)
      else state.set(IDLE)
    },
    cancel(): void {
      const user = userId()
      if (user !== null) kept.wait(user, false)
      const begun = stop()
      shell.notify({ message: begun ? CANCEL_WORDS.begun : CANCEL_WORDS.nothing })
      void shell.refreshProfile()
    },
    close(): void {
      const user = userId()
      if (user !== null) kept.wait(user, false)
      state.set(IDLE)
    },
    /** The screen goes away: the call is asked again when it comes back. */
    leave(): void {
      stop()
    },
  }
}
