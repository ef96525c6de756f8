import { PARLAY_ALERTS } from '@propsight/shared/contracts'
import type { ParlayFailure } from './parlay-state.ts'

interface ErrorShape {
  message?: unknown
  code?: unknown
  status?: unknown
  requestId?: unknown
}

/** Codes of a refused charge. Status 402 is a refused charge with any code. */
const CHARGE_CODES: readonly string[] = ['CHARGE_FAILED', 'NO_CREDITS', 'NOT_ENOUGH_CREDITS', 'DAILY_LIMIT']
const UNAUTHORIZED = 401
const PAYMENT_REQUIRED = 402
const SERVER_FAILED = 500
/**
 * The API client's code for a body without a code, as a gateway sends it. The server always sends its own
 * code.
 */
const NO_CODE = 'SERVER_ERROR'
/** The server does not know whether its data service completed the credit hold or saved the parlays. */
const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN'
/**
 * Statuses and codes the server sends after it looked up the idempotency key: nothing was generated under it.
 */
const SETTLED_STATUSES: readonly number[] = [400, PAYMENT_REQUIRED, 409, 422]
const SETTLED_CODES: readonly string[] = [...CHARGE_CODES, 'UPSTREAM_UNAVAILABLE']

export const COST_TEXTS = {
  none: 'No credit was used.',
  unknown: 'The server may have finished. Retry sends the same request, which is charged at most once.',
  spent: 'The parlays were built for 1 credit and are kept in Past Parlays.',
} as const

/** Status of picks that make no parlay; a retry would get the same answer. */
const REFUSED = 422
const NO_PARLAY = 'These picks cannot form a parlay now.'

/** The server's answer does not match the contract of this version. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer'
}

export interface ReadFailure {
  failure: ParlayFailure
  /** Whether the outcome is not known: the call may have succeeded and is repeated with the same key. */
  open: boolean
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Whether the server's message is one of the specified alerts, which is shown unchanged. */
const isAlert = (serverMessage: string | null): serverMessage is string =>
  serverMessage?.startsWith('You need at least') ?? false

/**
 * Whether the call may have been charged in spite of the failure.
 * @param repeated whether the answer to an earlier attempt was lost. A refusal before the lookup of the key
 *   (no session, rate limit) says nothing about that attempt
 */
function isOpen(status: number, code: string, repeated: boolean): boolean {
  if (status === 0 || code === OUTCOME_UNKNOWN) return true
  if (status >= SERVER_FAILED && code === NO_CODE) return true
  return repeated && !SETTLED_STATUSES.includes(status) && !SETTLED_CODES.includes(code)
}

function messageOf(status: number, code: string, serverMessage: string | null): string {
  if (status === UNAUTHORIZED) return PARLAY_ALERTS.signedOut
  if (status === PAYMENT_REQUIRED || CHARGE_CODES.includes(code))
    return PARLAY_ALERTS.charge(serverMessage ?? code)
  if (status === REFUSED) return NO_PARLAY
  return isAlert(serverMessage) ? serverMessage : PARLAY_ALERTS.failed
}

/**
 * Converts an error to the specified texts (P8), and determines whether the outcome of the call is known. The
 * error is read by its shape instead of `instanceof`, because the host has its own copy of the error class.
 * @param repeated see `isOpen`
 */
export function readFailure(error: unknown, repeated: boolean): ReadFailure {
  if (error instanceof UnreadableAnswer) {
    const failure = {
      message: PARLAY_ALERTS.failed,
      cost: COST_TEXTS.spent,
      detail: error.message,
      requestId: null,
      retry: true,
    }
    return { failure, open: false }
  }
  const fields: ErrorShape = typeof error === 'object' && error !== null ? error : {}
  const status = typeof fields.status === 'number' ? fields.status : 0
  const code = text(fields.code) ?? 'UNKNOWN_ERROR'
  const serverMessage = text(fields.message)
  const open = isOpen(status, code, repeated)
  const message = messageOf(status, code, serverMessage)
  const isMessageShown = serverMessage === null || message.endsWith(serverMessage) || status === UNAUTHORIZED
  const cost = serverMessage?.includes(COST_TEXTS.none) ? null : COST_TEXTS.none
  const failure = {
    message,
    cost: open ? COST_TEXTS.unknown : cost,
    detail: isMessageShown ? null : serverMessage,
    requestId: text(fields.requestId),
    retry: status !== REFUSED,
  }
  return { failure, open }
}
