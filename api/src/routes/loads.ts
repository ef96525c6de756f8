import { loadsBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { bearerToken } from '../http/auth.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { addressKey, enforce, keyOf, limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { HttpError } from '../platform/errors.ts'

/** What browsers send at most while a page is left. */
const LIMIT_BYTES = 64 * 1024

/** Reports are rows that are kept for weeks, and tickets are free: nobody fills the table. */
const A_DAY = { name: 'loads-day', points: 3_000, seconds: 86_400 }

/** Who is signed in, or null: a report counts for less without it, but a session that has just ended loses none. */
async function reporterOf(ctx: ApiContext, deps: Pick<Deps, 'tokens'>): Promise<string | null> {
  try {
    const token = bearerToken(ctx)
    return token === null ? null : (await deps.tokens.verify(token)).id
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

/** What browsers tell of how remotes loaded; the ticket inside is what counts. */
export const loadsRoutes = (deps: Deps): ApiRouter =>
  createRouter().post(
    '/api/loads',
    limit(deps, { name: 'loads', points: 120, seconds: 60, by: 'address' }),
    async (ctx) => {
      const userId = await reporterOf(ctx, deps)
      await enforce(deps, A_DAY, userId === null ? keyOf(ctx, 'address') : `user:${userId}`)
      const body = await readBody(ctx, loadsBody, { limitBytes: LIMIT_BYTES })
      await deps.loads.report(body, { userId, addressKey: addressKey(ctx.ip) })
      ctx.status = 204
    },
  )
