/** Texts and codes of the client's error mapping (specification 2 §8). */
export const SERVER_ERROR_MESSAGE = 'Server error occurred'
export const CONNECTION_ERROR_MESSAGE =
  'Unable to connect to AI analysis server. Please check if the server is running.'
export const UNKNOWN_ERROR_MESSAGE = 'An unexpected error occurred'

/**
 * Any failure of a call to the product's server.
 * `status` is the HTTP status, 0 when there was no answer. `code` is the server's, or `SERVER_ERROR` where it names
 * none, `CONNECTION_ERROR` without an answer, `UNKNOWN_ERROR` for everything else.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  /** The server's id of the request, to quote; null where there is none. */
  readonly requestId: string | null
  /** Seconds until it is worth trying again, where the server said so (429); null otherwise. */
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
 * Whether a value is an `ApiError`, by shape: shell and remotes each carry their own copy of this module, so
 * `instanceof` would miss the other's.
 */
export const isApiError = (value: unknown): value is ApiError =>
  value instanceof Error && value.name === 'ApiError' && 'status' in value && 'code' in value

export const connectionError = (): ApiError => new ApiError(CONNECTION_ERROR_MESSAGE, 0, 'CONNECTION_ERROR')

/** The mapping's last row: whatever was thrown, as an `ApiError` with a text to show. */
export function toApiError(thrown: unknown): ApiError {
  if (isApiError(thrown)) return thrown
  const message = thrown instanceof Error ? thrown.message : ''
  return new ApiError(message || UNKNOWN_ERROR_MESSAGE, 0, 'UNKNOWN_ERROR')
}
