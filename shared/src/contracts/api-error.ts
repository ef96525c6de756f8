import * as z from '@propsight/shared/schema'

/** Error codes that a client may act on; other failures are described by the status and the message. */
export const ERROR_CODES = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'NO_ODDS_SOURCE',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'RUN_REQUIRED',
  'OUTSIDE_RUN',
  'NO_CREDITS',
  'NOT_ENOUGH_CREDITS',
  'CHARGE_FAILED',
  'OUTCOME_UNKNOWN',
  'ACCESS_CODE_INVALID',
  'UNDERAGE',
  'REGION_CLOSED',
  'SELF_EXCLUDED',
  'SECOND_FACTOR',
  'DAILY_LIMIT',
  'UPSTREAM_UNAVAILABLE',
  'UNAVAILABLE',
  'INTERNAL',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * Body of every error response of the API. `error` and `message` are equal: older clients read one or the
 * other.
 */
export const errorEnvelopeSchema = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
})
