/** Answers that mean 'not this one': trying again would not help. */
const REFUSALS = new Set([400, 403, 409, 413, 422])

/** A failure of the pick store; its message is one of specification 1 §8. */
export class PicksError extends Error {
  override name = 'PicksError'
  /** HTTP status behind it, 0 where there was no answer; null where nobody was asked. */
  readonly status: number | null

  constructor(message: string, options: { cause?: unknown; status?: number | null } = {}) {
    super(message, { cause: options.cause })
    this.status = options.status ?? null
  }
}

/** Whether the server understood and said no, so that keeping the write for later would be no use. */
export const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof PicksError && thrown.status !== null && REFUSALS.has(thrown.status)

/** The words of a failure; `fallback` where it has none (specification 1 §8). */
export const wordsOf = (thrown: unknown, fallback: string): string =>
  (thrown instanceof Error && thrown.message) || fallback
