import { PARLAY_WORDS } from '@propsight/shared/contracts'
import type { ParlayFailure } from './parlay-flow.ts'

interface Told {
  message?: unknown
  code?: unknown
  status?: unknown
  requestId?: unknown
}

/** Codes of a refused charge; 402 is one whatever its code. */
const CHARGE_CODES: readonly string[] = ['CHARGE_FAILED', 'NO_CREDITS', 'NOT_ENOUGH_CREDITS', 'DAILY_LIMIT']
const UNAUTHORIZED = 401
const PAYMENT_REQUIRED = 402
const SERVER_FAILED = 500
/** What a gateway answers that lost the server: the server itself names a code. */
const NO_CODE = 'SERVER_ERROR'
/** The server lost the answer of its own data service to the hold or to the saving. */
const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN'
/** Refusals and failures that are answered after the key was looked up: nothing was made under it. */
const SETTLED_STATUSES: readonly number[] = [400, PAYMENT_REQUIRED, 409, 422]
const SETTLED_CODES: readonly string[] = [...CHARGE_CODES, 'UPSTREAM_UNAVAILABLE']

export const COSTS = {
  none: 'No credit was used.',
  unknown:
    'Whether the server finished is not known. Retry asks for the same call: it is charged once at most.',
  spent: 'The parlays were made for 1 credit and are kept in Past Parlays.',
} as const

/** What the server says of picks that make no parlay: asking again would be answered the same. */
const REFUSED = 422
const NO_PARLAY = 'These picks make no parlay now.'

/** The server answered in a form that this version cannot read. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer'
}

export interface ReadFailure {
  failure: ParlayFailure
  /** The call may have gone through: it is asked again under its own key. */
  open: boolean
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Alerts that the server gives in the specified words: they stand as they are. */
const isAlert = (said: string | null): said is string => said?.startsWith('You need at least') ?? false

/**
 * Whether the call may have been charged all the same.
 * @param repeated the answer to an earlier attempt of it was lost: a refusal that comes before the key is looked up (no
 * session, too many calls) says nothing about that attempt
 */
function isOpen(status: number, code: string, repeated: boolean): boolean {
  if (status === 0 || code === OUTCOME_UNKNOWN) return true
  if (status >= SERVER_FAILED && code === NO_CODE) return true
  return repeated && !SETTLED_STATUSES.includes(status) && !SETTLED_CODES.includes(code)
}

function messageOf(status: number, code: string, said: string | null): string {
  if (status === UNAUTHORIZED) return PARLAY_WORDS.signedOut
  if (status === PAYMENT_REQUIRED || CHARGE_CODES.includes(code)) return PARLAY_WORDS.charge(said ?? code)
  if (status === REFUSED) return NO_PARLAY
  return isAlert(said) ? said : PARLAY_WORDS.failed
}

/**
 * A failed call in the catalogue's words (specification 2 §8), and whether its outcome is known. Read by its shape:
 * the host's error class is another copy of the same source.
 * @param repeated as `isOpen` has it
 */
export function readFailure(error: unknown, repeated: boolean): ReadFailure {
  if (error instanceof UnreadableAnswer) {
    const failure = {
      message: PARLAY_WORDS.failed,
      cost: COSTS.spent,
      detail: error.message,
      requestId: null,
      retry: true,
    }
    return { failure, open: false }
  }
  const told: Told = typeof error === 'object' && error !== null ? error : {}
  const status = typeof told.status === 'number' ? told.status : 0
  const code = text(told.code) ?? 'UNKNOWN_ERROR'
  const said = text(told.message)
  const open = isOpen(status, code, repeated)
  const message = messageOf(status, code, said)
  const isSaid = said === null || message.endsWith(said) || status === UNAUTHORIZED
  const cost = said?.includes(COSTS.none) ? null : COSTS.none
  const failure = {
    message,
    cost: open ? COSTS.unknown : cost,
    detail: isSaid ? null : said,
    requestId: text(told.requestId),
    retry: status !== REFUSED,
  }
  return { failure, open }
}
