/** What the page says when something could not be read. */
export interface Failure {
  /** The heading of the error box. */
  readonly title: string
  readonly detail: string | null
  readonly requestId: string | null
  /** Seconds until the server wants to be asked again; null where it did not say. */
  readonly retryAfterSeconds: number | null
}

const FALLBACK = 'Failed to load data'

interface Told {
  message?: unknown
  code?: unknown
  status?: unknown
  requestId?: unknown
  retryAfterSeconds?: unknown
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** More sentences follow it on the screen. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/**
 * A failure in the words of specification 2 §7 and §8: 'Request failed: {status}' for an answer that is not OK, else
 * the error's message, else 'Failed to load data'. Read by its shape: the host's error class is another copy.
 */
export function failureOf(thrown: unknown): Failure {
  const told: Told = typeof thrown === 'object' && thrown !== null ? thrown : {}
  const message = textOf(told.message)
  const status = typeof told.status === 'number' ? told.status : 0
  const common = {
    requestId: textOf(told.requestId),
    retryAfterSeconds: typeof told.retryAfterSeconds === 'number' ? told.retryAfterSeconds : null,
  }
  if (status >= 400)
    return { title: `Request failed: ${status}`, detail: message && sentence(message), ...common }
  // The mapping's own text speaks of another server than the one that this page asks.
  if (told.code === 'CONNECTION_ERROR') {
    return { title: FALLBACK, detail: 'The server does not answer.', ...common }
  }
  return { title: message ?? FALLBACK, detail: null, ...common }
}

/** A stream that ended without its end: what arrived is kept, the rest is asked for again. */
export class CutError extends Error {
  constructor() {
    super('The answer broke off')
  }
}

/** The server's own record of a failure. */
export class ToldError extends Error {
  readonly requestId: string
  constructor(message: string, requestId: string) {
    super(message)
    this.requestId = requestId
  }
}
