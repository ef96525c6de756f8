import type { ErrorCode } from '@propsight/shared/contracts'

interface HttpErrorOptions {
  /** Response headers of the error, such as `Retry-After` or `Allow`. */
  headers?: Record<string, string>
  /** Logged, never sent. */
  cause?: unknown
}

/**
 * An error whose message is sent to the client. Every other thrown error becomes a 500 response without
 * details.
 */
export class HttpError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly headers: Record<string, string>

  /**
   * @param status 4xx or 5xx
   * @param code one of `ERROR_CODES`, on which clients may act
   * @param message shown to users
   */
  constructor(status: number, code: ErrorCode, message: string, options: HttpErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.headers = options.headers ?? {}
  }
}

export const badRequest = (message: string): HttpError => new HttpError(400, 'BAD_REQUEST', message)
export const unauthorized = (message = 'Sign in to continue'): HttpError =>
  new HttpError(401, 'UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } })
export const notFound = (message = 'Not found'): HttpError => new HttpError(404, 'NOT_FOUND', message)

const SECONDS_PER_MINUTE = 60
/** A wait as shown to users, rounded up: '40 seconds', '1 minute', '14 minutes'. */
function waitText(seconds: number): string {
  const [amount, unit] =
    seconds < SECONDS_PER_MINUTE ? [seconds, 'second'] : [Math.ceil(seconds / SECONDS_PER_MINUTE), 'minute']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/**
 * The refusal of a used-up rate limit, which says when to come back.
 * @param seconds whole seconds until the next call is allowed
 * @param what what was too much, as shown to users
 */
export const tooManyRequests = (seconds: number, what = 'Too many requests'): HttpError =>
  new HttpError(429, 'RATE_LIMITED', `${what}. Try again in ${waitText(seconds)}.`, {
    headers: { 'Retry-After': String(seconds) },
  })

/** @param what name of the service that does not answer, as shown to users: 'The data service' */
export const unavailable = (what: string, cause?: unknown): HttpError =>
  new HttpError(503, 'UNAVAILABLE', `${what} is not answering. Try again in a moment.`, {
    headers: { 'Retry-After': '5' },
    cause,
  })

/**
 * A refusal that a database function raises on purpose (`PTxxx`): an HTTP status and a message for the user.
 */
export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const CODES: Record<number, ErrorCode> = {
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
}
const codeOfStatus = ({ status }: DatabaseRefusal): ErrorCode => CODES[status] ?? 'BAD_REQUEST'

/**
 * Maps a refusal of the database to an HTTP error with the same message.
 * @param codeOf maps the refusal to the error code for clients
 * @throws HttpError with status and message of the refusal; other errors unchanged
 */
export async function toHttpError<T>(
  work: Promise<T>,
  codeOf: (refusal: DatabaseRefusal) => ErrorCode = codeOfStatus,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error
    throw new HttpError(error.status, codeOf(error), error.message, { cause: error })
  }
}
