import {
  type GenerateParlayAnswer,
  type GenerateParlayBody,
  PARLAY_WORDS,
  type PastParlayRow,
} from '@propsight/shared/contracts'
import { PARLAY_COST_CREDITS } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { Deps } from '../../../deps.ts'
import { HttpError } from '../../../platform/errors.ts'
import { UpstreamError } from '../../../platform/service-client/upstream-error.ts'
import { speakPlainly } from '../../../repositories/speak-plainly.ts'
import { holdRun } from '../../accounts/start-run.ts'
import type { LeftOut } from './find-legs.ts'
import { generateParlays } from './generate-parlays.ts'

/** Far longer than the slowest generation; who dies in the middle gives the hold back after it. */
const HOLD_SECONDS = 5 * 60

type Parts = Pick<Deps, 'repositories' | 'upstream' | 'clock' | 'env' | 'ai'> & { readonly log: Logger }

/** @throws Error where a row is not what was saved */
function answerOf(rows: readonly PastParlayRow[], leftOut: readonly LeftOut[]): GenerateParlayAnswer {
  const parlays = rows.flatMap(({ details }) => details ?? [])
  if (parlays.length === 0) throw new Error('saved parlays could not be read')
  const byModel = parlays.some(({ wording }) => wording === 'model')
  return { success: true, parlays, leftOut: [...leftOut], wording: byModel ? 'model' : 'engine' }
}

/** A refusal as it is; where we or the league failed, the specified words. */
function told(error: unknown): HttpError {
  if (!(error instanceof HttpError))
    return new HttpError(500, 'INTERNAL', PARLAY_WORDS.failed, { cause: error })
  const { status, code, headers } = error
  if (status >= 500) return new HttpError(status, code, PARLAY_WORDS.failed, { headers, cause: error })
  // What a service answered about one question is no answer to this one.
  return error instanceof UpstreamError
    ? new HttpError(503, 'UPSTREAM_UNAVAILABLE', PARLAY_WORDS.failed, { headers, cause: error })
    : error
}

/** The data service's answer to a hold or to its release was lost: the same key asks again, and is charged once. */
const outcomeUnknown = (cause: unknown): HttpError =>
  new HttpError(503, 'OUTCOME_UNKNOWN', PARLAY_WORDS.failed, { headers: { 'Retry-After': '5' }, cause })

/**
 * What became of a run whose parlays may not be saved: given back, it has none; where the answer to their saving was
 * lost it is charged, and they are there.
 * @throws HttpError 503 OUTCOME_UNKNOWN where neither can be found out
 */
async function giveBack(
  { repositories, log }: Parts,
  run: { id: string },
  saved: () => Promise<PastParlayRow[]>,
): Promise<PastParlayRow[]> {
  try {
    if (await repositories.runs.release(run.id, 'no parlays')) return []
    return await saved()
  } catch (error) {
    log.error({ err: error, runId: run.id }, 'a hold could not be given back; the sweeper will')
    throw outcomeUnknown(error)
  }
}

/**
 * Parlays for a credit: held first, charged in the transaction that saves them, given back where there are none. The
 * same key is the same call: what it has paid for is answered again, and nothing more is charged.
 * @throws HttpError 402 NO_CREDITS, and as `holdRun` and `generateParlays`; where we fail, in the specified words. Only
 * 503 OUTCOME_UNKNOWN may have cost something.
 */
export async function buyParlays(
  parts: Parts,
  userId: string,
  body: GenerateParlayBody,
): Promise<GenerateParlayAnswer> {
  const { repositories, log } = parts
  const { idempotencyKey } = body
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
    const generated = await generateParlays(parts, body)
    leftOut = generated.leftOut
    const rows = await speakPlainly(repositories.parlays.save(run.id, userId, generated.parlays))
    return answerOf(rows, leftOut)
  } catch (error) {
    const failure = told(error)
    if (failure.status >= 500) log.error({ err: error, runId: run.id }, PARLAY_WORDS.failed)
    const rows = await giveBack(parts, run, saved)
    if (rows.length > 0) return answerOf(rows, leftOut)
    throw failure
  }
}
