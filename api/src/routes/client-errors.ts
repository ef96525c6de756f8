import { clientErrorsBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { enforce, keyOf, limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { recordClientErrors } from '../services/operations/client-errors.ts'

/** Ten errors with twelve frames each. Browsers send at most 64 kB while a page unloads. */
const LIMIT_BYTES = 48 * 1024

/** Each error is one line of the log, so the number per address and day is limited. */
const A_DAY = { name: 'client-errors-day', points: 500, seconds: 86_400 }
/**
 * Limit of all addresses together, since one sender may have thousands. Reports above it are counted but not
 * logged. They are not refused, because a flood must not hide that a release fails.
 */
const WRITTEN = { name: 'client-errors-written', points: 2_000, seconds: 3_600 }

/** Receives error reports of browsers. They need no sign-in and contain no user id. */
export const clientErrorsRoutes = (deps: Deps): ApiRouter =>
  createRouter().post(
    '/api/client-errors',
    limit(deps, { name: 'client-errors', points: 20, seconds: 60, by: 'address' }),
    async (ctx) => {
      await enforce(deps, A_DAY, keyOf(ctx, 'address'))
      const body = await readBody(ctx, clientErrorsBody, { limitBytes: LIMIT_BYTES })
      const { allowed: isWritten } = await deps.limits.consume(WRITTEN, 'everybody')
      await recordClientErrors(deps, body, isWritten ? ctx.state.log : null)
      ctx.status = 204
    },
  )
