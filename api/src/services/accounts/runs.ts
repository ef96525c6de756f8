import {
  type ErrorCode,
  RUN_FEATURES,
  type StartRunBody,
  type StartRunResponse,
} from '@propsight/shared/contracts'
import { analysisCost, boardFreeUntil, canonicalStat } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import { type DatabaseRefusal, HttpError, toHttpError } from '../../platform/errors.ts'
import type { SignedInUser } from '../../platform/token-verifier.ts'
import type { Run, RunsRepository } from '../../repositories/runs.ts'

export interface RunPorts {
  readonly repositories: { readonly runs: Pick<RunsRepository, 'deliver' | 'live' | 'release' | 'start'> }
}

const runRequired = (message: string) => new HttpError(403, 'RUN_REQUIRED', message)
// A parlay also holds its credit as a run. A request for game logs must not capture that hold: the user would
// be charged without a saved parlay.
const isAnalysis = ({ feature }: Run) => RUN_FEATURES.some((analysis) => analysis === feature)
const sameStat = (a: string, b: string) => canonicalStat(a) === canonicalStat(b)

/**
 * Reads a run (one paid analysis) of the user.
 * @param category market that the run must cover, when given; a run of 'All Stat Lines' covers each
 * @throws HttpError 403 RUN_REQUIRED when the run is missing, ended, a parlay, or of another market
 */
export async function requireRun(
  { repositories }: RunPorts,
  user: SignedInUser,
  runId: string | undefined,
  category?: string,
): Promise<Run> {
  if (runId === undefined) throw runRequired('Start an analysis to see its lines.')
  const run = await repositories.runs.live(runId, user.id)
  if (!run || !isAnalysis(run)) throw runRequired('This analysis has ended. Start a new one.')
  if (category !== undefined && run.category !== 'All Stat Lines' && !sameStat(run.category, category)) {
    throw runRequired(`This analysis was started for ${run.category}.`)
  }
  return run
}

/**
 * Reads a run whose lines or picture were delivered, which charged it. Everything after the first delivery
 * needs such a run and costs nothing more.
 * @throws HttpError 403 RUN_REQUIRED as `requireRun`, and for a run that is only held
 */
export async function requirePaidRun(
  deps: RunPorts,
  user: SignedInUser,
  runId: string | undefined,
): Promise<Run> {
  const run = await requireRun(deps, user, runId)
  if (run.state === 'captured') return run
  throw runRequired(
    run.feature === 'image'
      ? 'This analysis has not read its picture yet.'
      : 'This analysis has not read its lines yet.',
  )
}

/**
 * Records what a run is about to deliver and charges it, in one transaction. Nothing may be sent before.
 * Repeating a delivery charges nothing more.
 * @param picture SHA-256 of the picture of an image run; null for lines
 * @throws HttpError 403 RUN_REQUIRED when the run was released or has expired meanwhile; 409 for another
 * picture than the run's; another error when the charge failed or its outcome is unknown
 */
export async function deliverRun(
  { repositories }: RunPorts,
  run: Run,
  { picture, covers }: { picture: string | null; covers: readonly string[] },
): Promise<void> {
  const isCovered = covers.every((key) => run.covers.has(key))
  if (run.state === 'captured' && run.picture === picture && isCovered) return
  const delivery = { runId: run.id, userId: run.user_id, picture, covers }
  const delivered = await toHttpError(repositories.runs.deliver(delivery), codeOf)
  if (delivered === null) throw runRequired('This analysis has ended. Start a new one.')
}

const SERVER_ERROR = 500

/** An error of the request. A corrected request may continue the same run. */
const isClientError = (error: unknown) => error instanceof HttpError && error.status < SERVER_ERROR

/** Releases a hold after a server failure. A run whose credits are captured remains usable. Never rejects. */
export async function releaseAfterFailure(
  { repositories }: RunPorts,
  { id }: Pick<Run, 'id'>,
  failure: unknown,
  reason: string,
  log: Logger,
): Promise<void> {
  if (isClientError(failure)) return
  try {
    await repositories.runs.release(id, reason)
  } catch (error) {
    log.error({ err: error, runId: id }, 'a hold was not released; sweep-runs will retry')
  }
}

/**
 * Lifetime of a hold: enough for the slowest analysis and for viewing its result. Then the hold is released.
 */
const RUN_SECONDS = 30 * 60

const CODES: Record<number, ErrorCode> = { 403: 'SELF_EXCLUDED', 409: 'CONFLICT', 429: 'DAILY_LIMIT' }
const codeOf = ({ status, message }: DatabaseRefusal): ErrorCode => {
  if (status === 402) return message === 'No credits remaining' ? 'NO_CREDITS' : 'NOT_ENOUGH_CREDITS'
  return CODES[status] ?? 'CHARGE_FAILED'
}

/**
 * Holds the credits of a paid request. Idempotent: the same key with the same arguments returns the same run
 * and holds nothing more.
 * @throws HttpError 402 NO_CREDITS or NOT_ENOUGH_CREDITS, 403 SELF_EXCLUDED, 409 when the key was used with
 * other arguments, 429 DAILY_LIMIT
 */
export const holdRun = (
  { repositories }: RunPorts,
  run: Parameters<RunsRepository['start']>[0],
): Promise<Run> => toHttpError(repositories.runs.start(run), codeOf)

/**
 * Starts a run (one paid analysis) by holding its credits, or returns the run of a board that is open: one of quick mode
 * that the account paid for less than ten minutes ago.
 * @returns the run's id, the end of its lifetime, and until when its board is open if it is paid, ISO 8601
 * @throws HttpError as `holdRun`
 */
export async function startRun(
  deps: RunPorts,
  userId: string,
  { feature, category, idempotencyKey }: StartRunBody,
): Promise<StartRunResponse> {
  const run = await holdRun(deps, {
    userId,
    feature,
    category,
    cost: analysisCost(category),
    idempotencyKey,
    ttlSeconds: RUN_SECONDS,
  })
  const answer = { runId: run.id, expiresAt: run.expires_at }
  if (run.state !== 'captured' || run.settled_at === null) return answer
  const freeUntil = boardFreeUntil({ ...run, settledAt: run.settled_at }, run)
  return freeUntil === null ? answer : { ...answer, freeUntil: new Date(freeUntil).toISOString() }
}
