/** Messages of the client's error mapping (N7). */
export const SERVER_ERROR_MESSAGE = 'Server error occurred'
export const CONNECTION_ERROR_MESSAGE =
  'Unable to connect to AI analysis server. Please check if the server is running.'
export const UNKNOWN_ERROR_MESSAGE = 'An unexpected error occurred'

/**
 * A failed call to the product's API. `status` is the HTTP status, 0 without a response. `code` is the
 * server's error code, or `SERVER_ERROR` if the response has none, `CONNECTION_ERROR` without a response,
 * `UNKNOWN_ERROR` for any other failure.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  /** The server's request id, for support requests; null without one. */
  readonly requestId: string | null
  /** Seconds until a retry is allowed, from the `retry-after` header (429); null without it. */
  readonly retryAfterSeconds: number | null

  constructor(
    message: string,
    status: number,
    code: string,
    requestId: string | null = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Returns whether a value is an `ApiError`. Checks the shape instead of `instanceof`, because the shell and
 * each remote have their own copy of this class.
 */
export const isApiError = (value: unknown): value is ApiError =>
  value instanceof Error && value.name === 'ApiError' && 'status' in value && 'code' in value

/** Creates the error of a call without a response. */
export const connectionError = (): ApiError => new ApiError(CONNECTION_ERROR_MESSAGE, 0, 'CONNECTION_ERROR')

/** Converts any thrown value to an `ApiError` with a displayable message (last row of the mapping in N7). */
export function toApiError(thrown: unknown): ApiError {
  if (isApiError(thrown)) return thrown
  const message = thrown instanceof Error ? thrown.message : ''
  return new ApiError(message || UNKNOWN_ERROR_MESSAGE, 0, 'UNKNOWN_ERROR')
}
