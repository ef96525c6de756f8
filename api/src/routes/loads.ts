import { loadsBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { bearerToken } from '../http/auth.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { addressKey, enforce, keyOf, limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { HttpError } from '../platform/errors.ts'

/** The most that browsers send while a page unloads. */
const LIMIT_BYTES = 64 * 1024

/** Reports are rows stored for weeks and need no sign-in, so the number per address and day is limited. */
const A_DAY = { name: 'loads-day', points: 3_000, seconds: 86_400 }

/**
 * The signed-in user, or null. A report without a user counts for less, and one with an expired token is
 * accepted.
 */
async function reporterOf(ctx: ApiContext, deps: Pick<Deps, 'tokens'>): Promise<string | null> {
  try {
    const token = bearerToken(ctx)
    return token === null ? null : (await deps.tokens.verify(token)).id
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

/** Receives reports of browsers on how remotes loaded. The ticket in the report authenticates it. */
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
