import type { ErrorCode, StartRunAnswer, StartRunBody } from '@propsight/shared/contracts'
import { analysisCost } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import type { DatabaseRefusal } from '../../repositories/data-service.ts'
import type { Run, RunsRepository } from '../../repositories/runs.ts'
import { speakPlainly } from '../../repositories/speak-plainly.ts'

/** Long enough for the slowest analysis and a look around afterwards; a hold is given back after it. */
const RUN_SECONDS = 30 * 60

const CODES: Record<number, ErrorCode> = { 403: 'SELF_EXCLUDED', 409: 'CONFLICT', 429: 'DAILY_LIMIT' }
const codeOf = ({ status, message }: DatabaseRefusal): ErrorCode => {
  if (status === 402) return message === 'No credits remaining' ? 'NO_CREDITS' : 'NOT_ENOUGH_CREDITS'
  return CODES[status] ?? 'CHARGE_FAILED'
}

/**
 * Holds the credits of whatever a user pays for. The same key with the same words answers the same run and holds
 * nothing more.
 * @throws HttpError 402 NO_CREDITS or NOT_ENOUGH_CREDITS, 403 SELF_EXCLUDED, 409 when the key was used for something
 * else, 429 DAILY_LIMIT
 */
export const holdRun = (
  { repositories }: Pick<Deps, 'repositories'>,
  run: Parameters<RunsRepository['start']>[0],
): Promise<Run> => speakPlainly(repositories.runs.start(run), codeOf)

/**
 * Holds the credits of one analysis.
 * @throws HttpError as `holdRun`
 */
export async function startRun(
  deps: Pick<Deps, 'repositories'>,
  userId: string,
  { feature, category, idempotencyKey }: StartRunBody,
): Promise<StartRunAnswer> {
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
