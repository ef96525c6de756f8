import type { GenerateParlayAnswer, GenerateParlayBody, PickRow } from '@propsight/shared/contracts'

/** What the press of Parlay asks for: as many legs, out of these picks. */
export interface ParlayRequest {
  size: number
  rows: readonly PickRow[]
  /** How many of them may be a leg: their games are still to come. */
  open: number
}

/** Session storage: a reload of this tab goes on, another tab has its own. */
export const PARLAY_CALL_KEY = 'propsight:parlay-call'

/** What a call asks for: its body without the key. */
export type ParlayQuestion = Omit<GenerateParlayBody, 'idempotencyKey'>

/** Why no parlays came, and what that means for the credit. */
export interface ParlayFailure {
  /** In the specified words. */
  message: string
  /** What it cost, or that this is not known; null where `detail` says so. */
  cost: string | null
  /** What the server said, where it said more. */
  detail: string | null
  requestId: string | null
  /** Whether asking again may help. */
  retry: boolean
}

/** Steps of a call, each of which has really begun when it is shown. */
export const PARLAY_STEPS = ['checking', 'generating', 'reading'] as const
export type ParlayStep = (typeof PARLAY_STEPS)[number]

export type ParlayState =
  | { phase: 'idle' }
  | { phase: 'running'; step: ParlayStep; size: number; picks: number; since: number }
  /** Parlays of this size were made from the same picks before, at this time: the user decides about another credit. */
  | { phase: 'made-before'; at: string; size: number }
  | { phase: 'failed'; failure: ParlayFailure }
  | { phase: 'listed'; answer: GenerateParlayAnswer; asked: GenerateParlayBody }

/** The parlay flow of specification 2 §4: click, checks, one credit, loading, parlays listed. */
export interface ParlayFlow {
  state: ParlayState
  busy: boolean
  /** Runs the checks in their order and asks the server; alerts are given by the shell's notices. */
  start(request: ParlayRequest): void
  /** Builds parlays that were made before once more. */
  confirm(): void
  /** Asks again after a failure, under the same key while the answer is not known. */
  retry(): void
  /** Stops waiting; what the server has begun is finished and kept. */
  cancel(): void
  close(): void
}
