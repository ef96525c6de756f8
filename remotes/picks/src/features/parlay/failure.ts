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

export const COSTS = {
  none: 'No credit was used.',
  unknown:
    'Whether the server finished is not known. Retry asks for the same call: it is charged once at most.',
  spent: 'The parlays were made for 1 credit and are kept in Past Parlays.',
} as const

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

function costOf(said: string | null, lost: boolean): string | null {
  if (lost) return COSTS.unknown
  return said?.includes(COSTS.none) ? null : COSTS.none
}

/**
 * A failed call in the catalogue's words (specification 2 §8), and whether its outcome is known. Read by its shape:
 * the host's error class is another copy of the same source.
 */
export function readFailure(error: unknown): ReadFailure {
  if (error instanceof UnreadableAnswer) {
    const failure = {
      message: PARLAY_WORDS.failed,
      cost: COSTS.spent,
      detail: error.message,
      requestId: null,
    }
    return { failure, open: false }
  }
  const told: Told = typeof error === 'object' && error !== null ? error : {}
  const status = typeof told.status === 'number' ? told.status : 0
  const code = text(told.code) ?? 'UNKNOWN_ERROR'
  const said = text(told.message)
  const requestId = text(told.requestId)
  const known = (message: string): ReadFailure => ({
    failure: { message, cost: COSTS.none, detail: null, requestId },
    open: false,
  })
  if (status === UNAUTHORIZED) return known(PARLAY_WORDS.signedOut)
  if (status === PAYMENT_REQUIRED || CHARGE_CODES.includes(code))
    return known(PARLAY_WORDS.charge(said ?? code))
  if (isAlert(said)) return known(said)
  const open = status === 0 || status >= SERVER_FAILED
  const cost = costOf(said, status === 0 || (open && code === NO_CODE))
  const detail = said === PARLAY_WORDS.failed ? null : said
  return { failure: { message: PARLAY_WORDS.failed, cost, detail, requestId }, open }
}
