import type { Logger } from 'pino'
import type { Deps } from '../../deps.ts'
import type { SignedInUser } from '../../http/context.ts'
import { HttpError } from '../../platform/errors.ts'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import type { Run } from '../../repositories/runs.ts'
import { chargeOf } from '../accounts/charge-run.ts'

interface Work<T> {
  readonly user: SignedInUser
  readonly run: Run
  /** What the client reads where the server failed (specification 2 §5). */
  readonly failure: string
  readonly log: Logger
  /** Whether who asked has left. */
  readonly isGone: () => boolean
  /** @returns null where there is nothing to charge for: the credits go back */
  readonly work: () => Promise<T | null>
}

function told(error: unknown, failure: string): HttpError {
  if (!(error instanceof HttpError)) return new HttpError(500, 'INTERNAL', failure, { cause: error })
  const { status, code, headers } = error
  // What a service answered about one question is no answer to this one.
  return status >= 500
    ? new HttpError(status, code, failure, { headers, cause: error })
    : new HttpError(503, 'UPSTREAM_UNAVAILABLE', failure, { headers, cause: error })
}

/** Whether it says that the request was wrong, and not that we failed. */
const isRefusal = (error: unknown) =>
  error instanceof HttpError && error.status < 500 && !(error instanceof UpstreamError)

/**
 * Does a run's work and charges before its result may leave. A run whose work fails on the server, or comes to nothing,
 * is given back; who has left is not charged, and finds the run as it was.
 * @returns null where there was nothing, or nobody left to have it
 * @throws HttpError with the words of `failure` where the server failed, and refusals as they are
 */
export async function handOver<T>(
  deps: Pick<Deps, 'repositories'>,
  { user, run, failure, log, isGone, work }: Work<T>,
): Promise<T | null> {
  const giveBack = (reason: string) =>
    deps.repositories.runs.release(run.id, reason).catch((error: unknown) => {
      log.error({ err: error, runId: run.id }, 'a hold could not be given back; the sweeper will')
    })
  let result: T | null
  try {
    result = await work()
  } catch (error) {
    if (isRefusal(error)) throw error
    log.error({ err: error, runId: run.id }, failure)
    await giveBack('the server failed')
    throw told(error, failure)
  }
  if (isGone()) return null
  if (result === null) await giveBack('nothing to hand over')
  else await chargeOf(deps, user, run.id).make()
  return result
}
