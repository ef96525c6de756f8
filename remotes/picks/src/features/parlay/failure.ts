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
const PAYMENT_REQUIRED = 402
const BAD_GATEWAY = 502

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
  // The server names a code in whatever it answers itself; a gateway that lost it does not.
  const open = status === 0 || (status >= BAD_GATEWAY && code === 'SERVER_ERROR')
  if (status === PAYMENT_REQUIRED || CHARGE_CODES.includes(code)) {
    const failure = { message: PARLAY_WORDS.charge(said ?? code), cost: COSTS.none, detail: null, requestId }
    return { failure, open: false }
  }
  const detail = said === PARLAY_WORDS.failed ? null : said
  const cost = open ? COSTS.unknown : COSTS.none
  return { failure: { message: PARLAY_WORDS.failed, cost, detail, requestId }, open }
}
