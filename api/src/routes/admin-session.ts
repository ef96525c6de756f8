import { adminSessionBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { requireAdmin } from '../http/admin-auth.ts'
import {
  adminSessionEnd,
  beginAdminSession,
  endAdminSession,
  refuseOtherPages,
} from '../http/admin-cookie.ts'
import { requireKey } from '../http/admin-key.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'

/** Exchanges the admin key for a session cookie, so that the browser does not store the key. */
export const adminSessionRoutes = (deps: Deps): ApiRouter => {
  const limited = limit(deps, { name: 'admin-session', points: 120, seconds: 60, by: 'address' })
  return createRouter()
    .post('/api/admin/session', limited, async (ctx) => {
      const { key } = await readBody(ctx, adminSessionBody)
      await requireKey(deps, ctx, key, 'This is not the admin key')
      const expires = beginAdminSession(ctx, deps)
      ctx.state.log.info({ address: ctx.ip }, 'an admin session began')
      ctx.body = { by: 'key', expiresAt: expires.toISOString() }
    })
    .get('/api/admin/session', limited, async (ctx) => {
      const { userId } = await requireAdmin(deps, ctx)
      const expires = userId === null ? adminSessionEnd(ctx, deps) : null
      ctx.body = { by: userId === null ? 'key' : 'account', expiresAt: expires?.toISOString() ?? null }
    })
    .post('/api/admin/session/end', limited, async (ctx) => {
      refuseOtherPages(ctx, deps)
      endAdminSession(ctx, deps)
      ctx.status = 204
    })
}
