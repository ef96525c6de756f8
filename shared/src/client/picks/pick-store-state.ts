import * as z from '@propsight/shared/schema'
import type { PickRow } from '../../contracts/picks/pick.ts'

/** HTTP statuses with which the server refuses a write for good: a retry would not help. */
const REFUSALS = new Set([400, 403, 409, 413, 422])

/** A failure of the pick store with a message of row P2. */
export class PicksError extends Error {
  override name = 'PicksError'
  /** HTTP status of the response, 0 without a response, null without a request. */
  readonly status: number | null

  constructor(message: string, options: { cause?: unknown; status?: number | null } = {}) {
    super(message, { cause: options.cause })
    this.status = options.status ?? null
  }
}

/** Codes of the database for its limits: number of picks, their size, writes per hour. */
const LIMITS = new Set(['PT409', 'PT413', 'PT429'])
const databaseError = z.object({ code: z.string(), message: z.string().min(1) })
/** An `ApiError` of the sync call. */
const syncError = z.object({ name: z.literal('ApiError'), status: z.int(), message: z.string().min(1) })
/** Statuses with which the sync call refuses the same limits. */
const LIMIT_STATUSES = new Set([409, 413, 429])

/**
 * The sentence of a limit that a write has met; null for another failure. The picks stay on the device, because
 * the write can succeed later: after picks were deleted or have expired, or in the next hour.
 */
function limitMessage(thrown: unknown): string | null {
  const call = syncError.safeParse(thrown).data
  if (call) return LIMIT_STATUSES.has(call.status) ? call.message : null
  const refused = thrown instanceof PicksError ? databaseError.safeParse(thrown.cause).data : undefined
  return refused && LIMITS.has(refused.code) ? refused.message : null
}

/** Returns whether the server refused the write, so that it is not kept for a later retry. */
export const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof PicksError &&
  thrown.status !== null &&
  REFUSALS.has(thrown.status) &&
  limitMessage(thrown) === null

/** Returns the message of a failure, or `fallback` if it has none (P2). */
export const messageOf = (thrown: unknown, fallback: string): string =>
  (thrown instanceof Error && thrown.message) || fallback

/** Displayed state of the pick store. */
export interface PicksState {
  phase: 'loading' | 'ready' | 'error'
  /** Newest first. Unchanged rows keep their object identity. */
  rows: readonly PickRow[]
  /** Source of the list: the server, or this device's copy. */
  where: 'server' | 'device'
  /** Why the list could not be synced ('Server sync failed: {status}') or read; null without a failure. */
  failure: string | null
  /** Message of the last failed operation, with the texts of row P2. */
  error: string | null
  /** Number of stored entries that could not be read and are kept separately. */
  setAside: number
  /** Number of writes that the server has not confirmed. */
  unsent: number
}

/** Initial state, before the list has been read. */
export const LOADING: PicksState = {
  phase: 'loading',
  rows: [],
  where: 'server',
  failure: null,
  error: null,
  setAside: 0,
  unsent: 0,
}

/**
 * Returns the text of a server failure: the sentence of a limit, the error's message for a refusal, else
 * 'Server sync failed: {status}'.
 */
export function describeFailure(thrown: unknown): string {
  const limit = limitMessage(thrown)
  if (limit !== null) return limit
  if (isRefusal(thrown)) return messageOf(thrown, 'Failed to save picks')
  const status = (thrown as { status?: number | null } | null)?.status
  if (status === undefined || status === null) return 'Server sync failed: unreadable answer'
  return `Server sync failed: ${status || 'no connection'}`
}

/** Returns the banner text for picks that are not completely synced; null without a failure. */
export function storeBannerText({ where, failure }: PicksState): string | null {
  if (failure === null) return null
  return where === 'device' ? `Showing picks saved on this device. ${failure}` : failure
}

/** Returns a text like '2 picks could not be read'. */
export const unreadablePicksText = (count: number): string =>
  `${count} ${count === 1 ? 'pick' : 'picks'} could not be read`
