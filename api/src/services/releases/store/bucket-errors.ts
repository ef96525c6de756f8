import { HttpError, unavailable } from '../../../platform/errors.ts'

const REFUSED = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'CredentialsProviderError',
])
const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull'])
const HTTP_INSUFFICIENT_STORAGE = 507

const forTheOperator = (message: string, cause: Error) =>
  new HttpError(503, 'UNAVAILABLE', message, { cause })

/** HTTP status of the storage's response, such as 404 or 412; null without a response. */
export function statusOf(error: unknown): number | null {
  const cause = error instanceof HttpError ? error.cause : error
  const about = cause instanceof Error && '$metadata' in cause ? cause.$metadata : null
  if (typeof about !== 'object' || about === null || !('httpStatusCode' in about)) return null
  return typeof about.httpStatusCode === 'number' ? about.httpStatusCode : null
}

/**
 * Converts an error of object storage for the client: it refuses the key, has no such bucket, is full, or
 * does not answer. The original error is the `cause`, which is logged.
 */
export function bucketFailure(thrown: unknown): HttpError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const status = statusOf(error)
  if (REFUSED.has(error.name) || status === 401 || status === 403)
    return forTheOperator('The bundle store refuses the key that the API was given.', error)
  if (error.name === 'NoSuchBucket')
    return forTheOperator('The bundle store has no bucket of the name that the API was given.', error)
  if (FULL.has(error.name) || status === HTTP_INSUFFICIENT_STORAGE)
    return forTheOperator('The bundle store is full.', error)
  return unavailable('The bundle store', error)
}
