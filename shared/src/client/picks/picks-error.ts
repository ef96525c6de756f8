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

/** Returns whether the server refused the write, so that it is not kept for a later retry. */
export const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof PicksError && thrown.status !== null && REFUSALS.has(thrown.status)

/** Returns the message of a failure, or `fallback` if it has none (P2). */
export const wordsOf = (thrown: unknown, fallback: string): string =>
  (thrown instanceof Error && thrown.message) || fallback
