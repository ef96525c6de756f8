import type { ErrorCode, StartRunResponse, StartRunBody } from '@propsight/shared/contracts'
import { analysisCost } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import type { DatabaseRefusal } from '../../repositories/data-service.ts'
import type { Run, RunsRepository } from '../../repositories/runs.ts'
import { speakPlainly } from '../../repositories/speak-plainly.ts'

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
  { repositories }: Pick<Deps, 'repositories'>,
  run: Parameters<RunsRepository['start']>[0],
): Promise<Run> => speakPlainly(repositories.runs.start(run), codeOf)

/**
 * Starts a run (one paid analysis) by holding its credits.
 * @returns the run's id and the end of its lifetime, ISO 8601
 * @throws HttpError as `holdRun`
 */
export async function startRun(
  deps: Pick<Deps, 'repositories'>,
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
  return { runId: run.id, expiresAt: run.expires_at }
}
