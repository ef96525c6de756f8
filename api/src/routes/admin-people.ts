import { adminListQuery, setAdminBody } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import { requireAdmin } from '../http/admin-auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { placeOf, readPage } from '../http/list-page.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody, readQuery } from '../http/validate.ts'
import { speakPlainly } from '../repositories/speak-plainly.ts'

const auditPlace = z.int().positive()

/** The list of administrators, changes of the role, and the audit log. */
export const adminPeopleRoutes = (deps: Deps): ApiRouter => {
  const { admins } = deps.repositories
  const limited = limit(deps, { name: 'admin-people', points: 120, seconds: 60, by: 'address' })
  return createRouter()
    .get('/api/admin/admins', limited, async (ctx) => {
      await requireAdmin(deps, ctx)
      ctx.body = { admins: await admins.list() }
    })
    .post('/api/admin/set-admin', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const { email, granted } = await readBody(ctx, setAdminBody)
      await speakPlainly(admins.set(email, granted, actor))
      ctx.state.log.info({ actor, email, granted }, "the administrator's role was changed")
      ctx.status = 204
    })
    .get('/api/admin/audit', limited, async (ctx) => {
      await requireAdmin(deps, ctx)
      const { search, after, limit: most } = readQuery(ctx, adminListQuery)
      const place = placeOf(after, auditPlace)
      const { rows, next } = await readPage(
        most,
        (count) => admins.audit(search, place, count),
        ({ id }) => id,
      )
      ctx.body = { entries: rows, next }
    })
}
