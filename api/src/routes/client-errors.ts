import { clientErrorsBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { enforce, keyOf, limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { noteClientErrors } from '../services/client-errors.ts'

/** Ten errors with twelve frames each; browsers send at most 64 kB while a page is left. */
const LIMIT_BYTES = 48 * 1024

/** Every error is a line of the log: nobody fills it. */
const A_DAY = { name: 'client-errors-day', points: 500, seconds: 86_400 }

/** What browsers tell of their errors. Nobody has to be signed in, and nothing says who was. */
export const clientErrorsRoutes = (deps: Deps): ApiRouter =>
  createRouter().post(
    '/api/client-errors',
    limit(deps, { name: 'client-errors', points: 20, seconds: 60, by: 'address' }),
    async (ctx) => {
      await enforce(deps, A_DAY, keyOf(ctx, 'address'))
      const body = await readBody(ctx, clientErrorsBody, { limitBytes: LIMIT_BYTES })
      await noteClientErrors(deps, body, ctx.state.log)
      ctx.status = 204
    },
  )
