import type { Logger } from 'pino'
import type { Deps } from '../../deps.ts'
import { HttpError } from '../../platform/errors.ts'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import type { SignedInUser } from '../../platform/token-verifier.ts'
import type { Run } from '../../repositories/runs.ts'
import { createCharge } from '../accounts/runs.ts'

interface PaidWork<T> {
  readonly user: SignedInUser
  readonly run: Run
  /** Message for the client when the server failed (N4). */
  readonly failure: string
  readonly log: Logger
  /** Whether the client has disconnected. */
  readonly isDisconnected: () => boolean
  /** @returns null when there is nothing to charge for; the hold is then released */
  readonly work: () => Promise<T | null>
}

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
 * Runs the work of a run and captures its hold before the result is sent. Releases the hold when the work
 * fails on the server or has no result. A disconnected client is not charged and may resume its run.
 * @returns the result; null without a result and for a disconnected client
 * @throws HttpError with the message `failure` when the server failed; refusals unchanged
 */
export async function runPaidWork<T>(
  deps: Pick<Deps, 'repositories'>,
  { user, run, failure, log, isDisconnected, work }: PaidWork<T>,
): Promise<T | null> {
  const releaseHold = (reason: string) =>
    deps.repositories.runs.release(run.id, reason).catch((error: unknown) => {
      log.error({ err: error, runId: run.id }, 'a hold could not be given back; the sweeper will')
    })
  let result: T | null
  try {
    result = await work()
  } catch (error) {
    if (isRefusal(error)) throw error
    log.error({ err: error, runId: run.id }, failure)
    await releaseHold('the server failed')
    throw toClientError(error, failure)
  }
  if (isDisconnected()) return null
  if (result === null) await releaseHold('nothing to hand over')
  else await createCharge(deps, user, run.id).make()
  return result
}
