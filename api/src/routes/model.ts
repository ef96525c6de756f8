import { createHash } from 'node:crypto'
import { calibrationResponse } from '@propsight/shared/contracts'
import { TRACK_RECORD } from '@propsight/shared/domain/engine'
import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { isKnown } from '../http/cache-headers.ts'
import { limit } from '../http/rate-limit.ts'

/** The track record changes with a release only, and one that is an hour old does no harm. */
const MAX_AGE_SECONDS = 3_600

/**
 * `GET /api/model/calibration`: the track record of the shipped engine on its test seasons, without sign-in.
 */
export const modelRoutes = (deps: Deps): ApiRouter => {
  const body = JSON.stringify(calibrationResponse.parse(TRACK_RECORD))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return createRouter().get(
    '/api/model/calibration',
    limit(deps, { name: 'model-address', points: 60, seconds: 60, by: 'address' }),
    (ctx) => {
      ctx.set('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`)
      ctx.set('ETag', etag)
      if (isKnown(ctx, etag)) {
        ctx.status = 304
        return
      }
      ctx.type = 'application/json; charset=utf-8'
      ctx.body = body
    },
  )
}
