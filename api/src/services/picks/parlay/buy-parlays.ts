import {
  type GenerateParlayBody,
  type GenerateParlayResponse,
  PARLAY_ALERTS,
  type PastParlayRow,
} from '@propsight/shared/contracts'
import { PARLAY_COST_CREDITS } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import { HttpError, toHttpError } from '../../../platform/errors.ts'
import { UpstreamError } from '../../../platform/service-client/upstream-error.ts'
import type { NewParlay, ParlaysRepository } from '../../../repositories/picks.ts'
import { holdRun, type RunPorts } from '../../accounts/runs.ts'
import type { LeftOut } from './parlay.ts'

/**
 * Lifetime of the hold: far longer than the slowest generation. The hold of a process that died is released
 * then.
 */
const HOLD_SECONDS = 5 * 60

export type BuyParlaysPorts = RunPorts & {
  readonly repositories: { readonly parlays: Pick<ParlaysRepository, 'ofKey' | 'save'> }
  readonly log: Logger
}

/** @throws Error when the rows have no readable parlay */
function answerOf(rows: readonly PastParlayRow[], leftOut: readonly LeftOut[]): GenerateParlayResponse {
  const parlays = rows.flatMap(({ details }) => details ?? [])
  if (parlays.length === 0) throw new Error('saved parlays could not be read')
  const byModel = parlays.some(({ wording }) => wording === 'model')
  return {
    success: true,
    parlays,
    leftOut: leftOut.map(({ pickId, reason }) => ({ pickId, reason: reason.text })),
    wording: byModel ? 'model' : 'engine',
  }
}

/**
 * Maps an error to an HttpError: refusals unchanged, failures of the server or an upstream with the text of
 * P8.
 */
function toParlayError(error: unknown): HttpError {
  if (!(error instanceof HttpError))
    return new HttpError(500, 'INTERNAL', PARLAY_ALERTS.failed, { cause: error })
  const { status, code, headers } = error
  if (status >= 500) return new HttpError(status, code, PARLAY_ALERTS.failed, { headers, cause: error })
  // The 4xx status of an upstream service does not describe the client's request.
  return error instanceof UpstreamError
    ? new HttpError(503, 'UPSTREAM_UNAVAILABLE', PARLAY_ALERTS.failed, { headers, cause: error })
    : error
}

/**
 * The answer of the data service to a hold or a release was lost. A retry with the same key is charged only
 * once.
 */
const outcomeUnknown = (cause: unknown): HttpError =>
  new HttpError(503, 'OUTCOME_UNKNOWN', PARLAY_ALERTS.failed, { headers: { 'Retry-After': '5' }, cause })

/**
 * Releases the hold of a run after a failure. When the hold cannot be released, the parlays were saved and
 * charged, and only the answer to the save was lost.
 * @returns the saved parlays; none after a release
 * @throws HttpError 503 OUTCOME_UNKNOWN when the state cannot be determined
 */
async function releaseHold(
  { repositories, log }: BuyParlaysPorts,
  run: { id: string },
  saved: () => Promise<PastParlayRow[]>,
): Promise<PastParlayRow[]> {
  try {
    if (await repositories.runs.release(run.id, 'no parlays')) return []
    return await saved()
  } catch (error) {
    log.error({ err: error, runId: run.id }, 'a hold was not released; sweep-runs will retry')
    throw outcomeUnknown(error)
  }
}

/**
 * Generates parlays for one credit (P8). Holds the credit first, captures it in the transaction that saves
 * the parlays, and releases it without parlays. Idempotent: a call with the same key returns the saved
 * parlays and charges nothing.
 * @param generate `generateParlays` for the picks of the request
 * @throws HttpError 402 NO_CREDITS, and as `holdRun` and `generate`; with the text of P8 when the
 * server failed. No error has charged a credit, except possibly 503 OUTCOME_UNKNOWN.
 */
export async function buyParlays(
  parts: BuyParlaysPorts,
  userId: string,
  { idempotencyKey }: Pick<GenerateParlayBody, 'idempotencyKey'>,
  generate: () => Promise<{ parlays: readonly NewParlay[]; leftOut: readonly LeftOut[] }>,
): Promise<GenerateParlayResponse> {
  const { repositories, log } = parts
  const saved = () => repositories.parlays.ofKey(userId, idempotencyKey)
  const before = await saved()
  if (before.length > 0) return answerOf(before, [])
  const run = await holdRun(parts, {
    userId,
    feature: 'parlay',
    category: 'Parlay',
    cost: PARLAY_COST_CREDITS,
    idempotencyKey,
    ttlSeconds: HOLD_SECONDS,
  }).catch((error) => {
    throw error instanceof HttpError && error.status < 500 ? error : outcomeUnknown(error)
  })
  let leftOut: readonly LeftOut[] = []
  try {
    const generated = await generate()
    leftOut = generated.leftOut
    const rows = await toHttpError(repositories.parlays.save(run.id, userId, generated.parlays))
    return answerOf(rows, leftOut)
  } catch (error) {
    const failure = toParlayError(error)
    if (failure.status >= 500) log.error({ err: error, runId: run.id }, PARLAY_ALERTS.failed)
    const rows = await releaseHold(parts, run, saved)
    if (rows.length > 0) return answerOf(rows, leftOut)
    throw failure
  }
}
