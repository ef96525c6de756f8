import type { GenerateParlayBody, GenerateParlayResponse, PickRow } from '@propsight/shared/contracts'

/** The request of the Parlay button: the number of legs, and the picks to choose from. */
export interface ParlayRequest {
  size: number
  rows: readonly PickRow[]
  /** Number of picks that can be a leg: their games have not begun. */
  open: number
}

/** Key in session storage, so that a reload of this tab resumes the call and other tabs have their own. */
export const PARLAY_CALL_KEY = 'propsight:parlay-call'

/** The content of a call: its body without the idempotency key. */
export type ParlaySelection = Omit<GenerateParlayBody, 'idempotencyKey'>

/** A failed call as it is shown: the reason, and the effect on the credit. */
export interface ParlayFailure {
  /** The specified text (P8). */
  message: string
  /** The cost, or that it is not known; null when `detail` contains it. */
  cost: string | null
  /** The server's message when it adds something to `message`. */
  detail: string | null
  requestId: string | null
  /** Whether a retry may succeed. */
  retry: boolean
}

/** The steps of a call. A step is shown only after it has actually begun. */
export const PARLAY_STEPS = ['checking', 'generating', 'reading'] as const
export type ParlayStep = (typeof PARLAY_STEPS)[number]

export type ParlayState =
  | { phase: 'idle' }
  | { phase: 'running'; step: ParlayStep; size: number; picks: number; since: number }
  /**
   * Parlays of this size were generated from the same picks at this time: the user confirms another credit.
   */
  | { phase: 'made-before'; at: string; size: number }
  | { phase: 'failed'; failure: ParlayFailure }
  | { phase: 'listed'; answer: GenerateParlayResponse; request: GenerateParlayBody }

/** The parlay flow (P8): click, checks, one credit, loading, parlays listed. */
export interface ParlayFlow {
  state: ParlayState
  busy: boolean
  /** Runs the checks in order and sends the request. Alerts are shown as notifications of the shell. */
  start(request: ParlayRequest): void
  /** Builds the same parlays again. */
  confirm(): void
  /** Repeats the call after a failure, with the same key while its outcome is not known. */
  retry(): void
  /** Stops waiting. A call that the server has begun is completed and saved. */
  cancel(): void
  close(): void
}
