/** Texts about a failed request. */
export interface Failure {
  /** The heading of the error box. */
  readonly title: string
  readonly detail: string | null
  readonly requestId: string | null
  /** The server's `Retry-After`, seconds; null when it sent none. */
  readonly retryAfterSeconds: number | null
}

const FALLBACK = 'Failed to load data'

interface ErrorFields {
  message?: unknown
  code?: unknown
  status?: unknown
  requestId?: unknown
  retryAfterSeconds?: unknown
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Ends a text with a full stop, because more sentences follow on the screen. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/**
 * Words a failure (H1): 'Request failed: {status}' for an error status, else the error's message, else
 * 'Failed to load data'. Reads the error's fields, not its class: the host's `ApiError` is another copy of
 * the class, so `instanceof` fails.
 */
export function toFailure(thrown: unknown): Failure {
  const fields: ErrorFields = typeof thrown === 'object' && thrown !== null ? thrown : {}
  const message = textOf(fields.message)
  const status = typeof fields.status === 'number' ? fields.status : 0
  const common = {
    requestId: textOf(fields.requestId),
    retryAfterSeconds: typeof fields.retryAfterSeconds === 'number' ? fields.retryAfterSeconds : null,
  }
  if (status >= 400)
    return { title: `Request failed: ${status}`, detail: message && sentence(message), ...common }
  // The error's own text is about another server, so it is replaced.
  if (fields.code === 'CONNECTION_ERROR') {
    return { title: FALLBACK, detail: 'The server does not answer.', ...common }
  }
  return { title: message ?? FALLBACK, detail: null, ...common }
}

/** A stream ended without its end record. The received records are kept, the rest is requested again. */
export class StreamCutError extends Error {
  constructor() {
    super('The answer was cut off')
  }
}

/** The stream contained the server's error record. */
export class ServerRecordError extends Error {
  readonly requestId: string
  constructor(message: string, requestId: string) {
    super(message)
    this.requestId = requestId
  }
}
