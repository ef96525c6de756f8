import { createHash } from 'node:crypto'
import type { ExtractStatsResponse } from '@propsight/shared/contracts'
import * as z from 'zod'
import { type AuthPorts, requireUser, userOf } from '../http/auth.ts'
import { type ApiContext, type ApiRouter, closeSignal, createRouter } from '../http/context.ts'
import { limitWork } from '../http/limit-work.ts'
import { type LimitPorts, limit } from '../http/rate-limit.ts'
import { drainOnError } from '../http/request-body.ts'
import { readQuery, requireAvailableSport, type SportPorts } from '../http/validate.ts'
import { createSlots } from '../platform/concurrency/slots.ts'
import { HttpError, unavailable } from '../platform/errors.ts'
import type { Run } from '../repositories/runs.ts'
import { keysOfRows } from '../services/accounts/run-scope.ts'
import { deliverRun, type RunPorts, requireRun } from '../services/accounts/runs.ts'
import { type ExtractPorts, extractStats } from '../services/pictures/extract-stats.ts'
import type { Extractor } from '../services/pictures/extractor.ts'
import { receiveImage } from '../services/pictures/receive-image.ts'
import type { BoxScoreLeague } from '../sources/box-score-league.ts'

/**
 * Limit up to which a refused upload is read, so that the client gets the error instead of a broken
 * connection.
 */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024
/**
 * Image requests wait for the reader anyway; checking their runs one by one does not delay other requests.
 */
const RUN_CHECKS = { maxRunning: 1, waiting: 64 }

const SERVER_ERROR = 500

const query = z.object({ runId: z.uuid().optional() })

/** Whether the image was processed. After an earlier refusal, the run can be used for another image. */
const failedAfterReading = (error: unknown) =>
  !(error instanceof HttpError) || error.status === 422 || (error.status >= 500 && error.status !== 503)

const RETRY_SECONDS = '5'

/**
 * Rethrows a refusal unchanged. After any other failure of a delivery, the run may be charged. Its hold is
 * kept: the same picture may be sent again, and is charged at most once.
 */
function throwDeliveryError(error: unknown): never {
  if (error instanceof HttpError && error.status < SERVER_ERROR) throw error
  throw new HttpError(
    503,
    'OUTCOME_UNKNOWN',
    'The picture was read, but its charge could not be confirmed. Send the same picture again.',
    { headers: { 'Retry-After': RETRY_SECONDS }, cause: error },
  )
}

type ImageModePorts = LimitPorts &
  AuthPorts &
  RunPorts &
  SportPorts<BoxScoreLeague> &
  ExtractPorts & { readonly extractor: Pick<Extractor, 'admit'> }

export function extractStatsRoutes(deps: ImageModePorts): ApiRouter {
  const checks = createSlots({ ...RUN_CHECKS, full: () => unavailable('The picture reader') })
  /** The run of the request, which must have been started for image mode. */
  const imageRun = async (ctx: ApiContext) => {
    const { runId } = readQuery(ctx, query)
    const user = userOf(ctx)
    const run = await checks.run(user.id, () => requireRun(deps, user, runId))
    if (run.feature !== 'image')
      throw new HttpError(403, 'RUN_REQUIRED', `This analysis was started for ${run.category}.`)
    return run
  }
  /** @throws HttpError 409 when the run has read another picture */
  const requireSamePicture = ({ picture }: Run, sha256: string) => {
    if (picture !== null && picture !== sha256)
      throw new HttpError(
        409,
        'CONFLICT',
        'This run has read its picture. Another picture needs another run.',
      )
  }
  const releaseHold = async (ctx: ApiContext, runId: string) => {
    const release = () => deps.repositories.runs.release(runId, 'no picture was read')
    await checks.run(userOf(ctx).id, release).catch((error: unknown) => {
      ctx.state.log.error({ err: error, runId }, 'a hold was not released; sweep-runs will retry')
    })
  }
  return createRouter().post(
    '/api/extract-stats/:sport',
    drainOnError(MAX_DRAINED_BYTES),
    limit(deps, { name: 'extract-address', points: 30, seconds: 60, by: 'address' }),
    requireUser(deps),
    limit(deps, { name: 'extract', points: 6, seconds: 60, by: 'user' }),
    limitWork(deps),
    async (ctx) => {
      const league = requireAvailableSport(deps, ctx)
      const run = await imageRun(ctx)
      const userId = userOf(ctx).id
      const signal = closeSignal(ctx)
      ctx.set('Cache-Control', 'no-store')
      await deps.extractor.admit(userId, async () => {
        const image = await receiveImage(ctx)
        const sha256 = createHash('sha256').update(image).digest('hex')
        requireSamePicture(run, sha256)
        let answer: ExtractStatsResponse
        try {
          answer = await extractStats(deps, { userId, image, league, signal, log: ctx.state.log })
          signal.throwIfAborted()
        } catch (error) {
          // A disconnected client may resume its run, which is held until it expires.
          if (!signal.aborted && failedAfterReading(error)) await releaseHold(ctx, run.id)
          throw error
        }
        // Charged before the rows are sent. The same picture is read again at no cost.
        const covers = keysOfRows(answer.data.players)
        await checks.run(userId, () =>
          deliverRun(deps, run, { picture: sha256, covers }).catch(throwDeliveryError),
        )
        ctx.body = answer
      })
    },
  )
}
