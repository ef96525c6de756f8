import { createWritableValue, UNREADABLE_ANSWER } from '@propsight/shared/client'
import {
  type ApiClient,
  type GenerateParlayBody,
  type GenerateParlayResponse,
  generateParlayBody,
  generateParlayResponse,
  PARLAY_ALERTS,
  type Readable,
  type ShellApi,
} from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { countAlert, creditsAlert, findEarlierParlays, isSameSelection, selectPicks } from './chosen-legs.tsx'
import { readFailure, UnreadableAnswer } from './parlay-failure.ts'
import {
  PARLAY_CALL_KEY,
  type ParlayRequest,
  type ParlaySelection,
  type ParlayState,
  type ParlayStep,
} from './parlay-state.ts'

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

/** After half an hour the server has released the credit hold, or the parlays are in Past Parlays. */
const PENDING_MS = 30 * 60_000

const pendingCallSchema = z.object({
  userId: z.string(),
  body: generateParlayBody,
  /** Whether a reload repeats the call: false after Cancel, Close or a displayed failure. */
  waiting: z.boolean(),
  /** Time of the first attempt, epoch milliseconds. */
  at: z.number(),
})
type PendingCall = z.infer<typeof pendingCallSchema>

/**
 * Stores the unanswered call of this tab, so that it is repeated with the same idempotency key and charged
 * once.
 */
function createPendingCallStore(storage: () => Storage, now: () => number) {
  // Without browser storage a retry on this page still finds its key in this copy.
  let memoryCopy: PendingCall | null = null
  const read = (): PendingCall | null => {
    try {
      const json = storage().getItem(PARLAY_CALL_KEY)
      const parsed = pendingCallSchema.safeParse(json === null ? null : JSON.parse(json))
      return parsed.success ? parsed.data : memoryCopy
    } catch {
      return memoryCopy
    }
  }
  const write = (call: PendingCall | null) => {
    memoryCopy = call
    try {
      if (call) storage().setItem(PARLAY_CALL_KEY, JSON.stringify(call))
      else storage().removeItem(PARLAY_CALL_KEY)
    } catch {
      // Without storage a reload loses the key. The parlays are still saved once and listed in Past Parlays.
    }
  }
  const find = (userId: string): PendingCall | null => {
    const call = read()
    return call && call.userId === userId && now() - call.at < PENDING_MS ? call : null
  }
  return {
    find,
    begin: (userId: string, body: GenerateParlayBody): void =>
      write({ userId, body, waiting: true, at: now() }),
    /** Sets whether a reload repeats the call. */
    wait: (userId: string, waiting: boolean): void => {
      const call = find(userId)
      if (call) write({ ...call, waiting })
    },
    /** Removes the call after its answer. */
    end: (): void => write(null),
  }
}

/** The effect of Cancel, as shown before and after it. */
export const CANCEL_TEXTS = {
  before: 'Cancel stops only the wait. Parlays already started cost 1 credit and are kept in Past Parlays.',
  begun: 'Stopped waiting. Parlays already started cost 1 credit and are kept in Past Parlays.',
  nothing: 'Cancelled before the server started. No credit was used.',
} as const

const IDLE: ParlayState = { phase: 'idle' }

/**
 * The calls of the parlay flow, independent of React. One call runs at a time. Its idempotency key is kept until the
 * outcome is known, so that parlays are charged and saved once. After a reload an interrupted call is
 * repeated automatically; after a displayed failure only the user repeats it.
 */
export class ParlayCalls implements Readable<ParlayState> {
  readonly #shell: ShellApi
  readonly #state = createWritableValue<ParlayState>(IDLE)
  readonly #pendingCalls: ReturnType<typeof createPendingCallStore>
  #running: AbortController | null = null
  #lastSelection: ParlaySelection | null = null
  readonly get = this.#state.get
  readonly subscribe = this.#state.subscribe

  constructor(shell: ShellApi, storage: () => Storage = () => sessionStorage) {
    this.#shell = shell
    this.#pendingCalls = createPendingCallStore(storage, Date.now)
  }

  get #userId(): string | null {
    return this.#shell.session.get()?.id ?? null
  }

  #show(step: ParlayStep, { parlaySize, myPicks }: ParlaySelection): void {
    const now = this.get()
    const since = now.phase === 'running' ? now.since : Date.now()
    this.#state.set({ phase: 'running', step, size: parlaySize, picks: myPicks.length, since })
  }

  /** Sends the call and shows its outcome, unless it is cancelled. @param repeated as in `#send` */
  async #receive(user: string, body: GenerateParlayBody, call: AbortController, repeated: boolean) {
    let isPageLeft = false
    const listening = new AbortController()
    const notePageLeft = () => {
      isPageLeft = true
    }
    for (const event of ['beforeunload', 'pagehide']) addEventListener(event, notePageLeft, listening)
    try {
      const onReading = () => this.#show('reading', body)
      const answer = await requestParlays(this.#shell.api, body, call.signal, onReading)
      if (call.signal.aborted) return
      this.#pendingCalls.end()
      this.#state.set({ phase: 'listed', answer, request: body })
    } catch (error) {
      if (call.signal.aborted) return
      const { failure, open } = readFailure(error, repeated)
      // A page unload aborts its requests. No failure was shown then, so the next page repeats the call.
      if (!open) this.#pendingCalls.end()
      else if (!isPageLeft) this.#pendingCalls.wait(user, false)
      this.#state.set({ phase: 'failed', failure })
    } finally {
      listening.abort()
    }
  }

  /** @param repeated whether the call was sent before and its answer is not known */
  async #send(user: string, body: GenerateParlayBody, call: AbortController, repeated: boolean) {
    this.#lastSelection = body
    this.#pendingCalls.begin(user, body)
    this.#show('generating', body)
    await this.#receive(user, body, call, repeated)
    if (call.signal.aborted) return
    this.#running = null
    await this.#shell.queryClient.invalidateQueries({ queryKey: ['parlays', user] })
    await this.#shell.refreshProfile()
  }

  /** Stops waiting for the running call. @returns whether the request had been sent */
  #stop(): boolean {
    const now = this.get()
    this.#running?.abort()
    this.#running = null
    this.#state.set(IDLE)
    return now.phase === 'running' && now.step !== 'checking'
  }

  /**
   * @param open number of picks that can be a leg
   * @param confirmed whether the user confirmed to build the same parlays again
   */
  async #submit(selection: ParlaySelection, open: number, confirmed = false): Promise<void> {
    if (this.#running) return
    const shell = this.#shell
    this.#lastSelection = selection
    const user = this.#userId
    if (user === null) return shell.notify({ message: PARLAY_ALERTS.signedOut, tone: 'low' })
    const call = new AbortController()
    this.#running = call
    this.#show('checking', selection)
    const unanswered = this.#pendingCalls.find(user)
    if (unanswered && isSameSelection(unanswered.body, selection))
      return this.#send(user, unanswered.body, call, true)
    const { parlaySize, myPicks } = selection
    const alert = (await creditsAlert(shell)) ?? countAlert(parlaySize, myPicks.length, open)
    const at = alert || confirmed ? null : await findEarlierParlays(shell, user, selection)
    if (call.signal.aborted) return
    if (alert) {
      this.#stop()
      return shell.notify(alert)
    }
    if (at !== null) {
      this.#running = null
      return this.#state.set({ phase: 'made-before', at, size: parlaySize })
    }
    const body: GenerateParlayBody = { idempotencyKey: crypto.randomUUID(), parlaySize, myPicks }
    await this.#send(user, body, call, false)
  }

  start({ size, rows, open }: ParlayRequest): Promise<void> {
    return this.#submit({ parlaySize: size, myPicks: selectPicks(rows, Date.now()) }, open)
  }

  /** Builds the same parlays again, for another credit. */
  async confirm(): Promise<void> {
    if (this.get().phase === 'made-before' && this.#lastSelection)
      await this.#submit(this.#lastSelection, this.#lastSelection.myPicks.length, true)
  }

  /** Resumes a call that a reload or a change of the route interrupted. */
  async resume(): Promise<void> {
    const user = this.#userId
    const pending = user === null ? null : this.#pendingCalls.find(user)
    if (this.#running || user === null || !pending?.waiting) return
    this.#running = new AbortController()
    await this.#send(user, pending.body, this.#running, true)
  }

  /**
   * After a failure: repeats the call if its outcome is not known, else sends the same request with a new
   * key.
   */
  async retry(): Promise<void> {
    if (this.get().phase === 'failed' && this.#lastSelection)
      await this.#submit(this.#lastSelection, this.#lastSelection.myPicks.length)
  }

  /** Keeps a reload from repeating the call. */
  #dismiss(): void {
    const user = this.#userId
    if (user !== null) this.#pendingCalls.wait(user, false)
  }

  cancel(): void {
    this.#dismiss()
    const begun = this.#stop()
    this.#shell.notify({ message: begun ? CANCEL_TEXTS.begun : CANCEL_TEXTS.nothing })
    void this.#shell.refreshProfile()
  }

  close(): void {
    this.#dismiss()
    this.#state.set(IDLE)
  }

  /** Stops when the screen is unmounted; the call is resumed when it is mounted again. */
  suspend(): void {
    this.#stop()
  }
}
