import type { Logger } from 'pino'
import { HttpError } from '../../platform/errors.ts'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'

function toClientError(error: unknown, failure: string): HttpError {
  if (!(error instanceof HttpError)) return new HttpError(500, 'INTERNAL', failure, { cause: error })
  const { status, code, headers } = error
  // The 4xx status of an upstream service does not describe the client's request.
  return status >= 500
    ? new HttpError(status, code, failure, { headers, cause: error })
    : new HttpError(503, 'UPSTREAM_UNAVAILABLE', failure, { headers, cause: error })
}

/**
 * Whether the error refuses the client's request, as opposed to a failure of the server or of an upstream.
 */
const isRefusal = (error: unknown) =>
  error instanceof HttpError && error.status < 500 && !(error instanceof UpstreamError)

/**
 * Runs the work of a paid run. The run stays paid when the work fails: the client repeats the request at no
 * cost.
 * @param failure message for the client when the server failed (N4)
 * @throws HttpError with the message `failure` when the server failed; refusals unchanged
 */
export async function withFailureText<T>(failure: string, log: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error)) throw error
    log.error({ err: error }, failure)
    throw toClientError(error, failure)
  }
}
