import { adjustCreditsBody, adminListQuery, refundRunBody, setPlanBody } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import { requireAdmin } from '../http/admin-auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { placeOf, readPage } from '../http/list-page.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody, readQuery } from '../http/validate.ts'
import { notFound } from '../platform/errors.ts'
import { speakPlainly } from '../repositories/speak-plainly.ts'

const userPlace = z.object({ createdAt: z.iso.datetime({ offset: true }), userId: z.uuid() })
const ledgerPlace = z.int().positive()

/** Users, their credit ledgers, and the changes that administrators make to credits and plans. */
export const adminCreditsRoutes = (deps: Deps): ApiRouter => {
  const { users, credits } = deps.repositories
  const limited = limit(deps, { name: 'admin-credits', points: 120, seconds: 60, by: 'address' })
  return createRouter()
    .get('/api/admin/users', limited, async (ctx) => {
      await requireAdmin(deps, ctx)
      const query = readQuery(ctx, adminListQuery)
      const place = placeOf(query.after, userPlace)
      const { rows, next } = await readPage(
        query.limit,
        (count) => users.list(query.search, place, count),
        ({ createdAt, userId }) => ({ createdAt, userId }),
      )
      ctx.body = { users: rows, next }
    })
    .get('/api/admin/users/:id/ledger', limited, async (ctx) => {
      await requireAdmin(deps, ctx)
      const { data: userId } = z.uuid().safeParse(ctx.params.id)
      if (userId === undefined) throw notFound('There is no such account')
      const query = readQuery(ctx, adminListQuery)
      const place = placeOf(query.after, ledgerPlace)
      const { rows, next } = await readPage(
        query.limit,
        (count) => speakPlainly(users.ledger(userId, place, count)),
        ({ id }) => id,
      )
      ctx.body = { entries: rows, next }
    })
    .post('/api/admin/adjust-credits', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const change = await readBody(ctx, adjustCreditsBody)
      const balance = await speakPlainly(credits.adjust({ ...change, actor }))
      ctx.state.log.info({ actor, userId: change.userId, delta: change.delta }, 'credits were adjusted')
      ctx.body = { credits: balance }
    })
    .post('/api/admin/refund-run', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const { runId, reason } = await readBody(ctx, refundRunBody)
      const balance = await speakPlainly(credits.refund(runId, reason, actor))
      ctx.state.log.info({ actor, runId }, 'an analysis was refunded')
      ctx.body = { credits: balance }
    })
    .post('/api/admin/set-plan', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const change = await readBody(ctx, setPlanBody)
      await speakPlainly(credits.setPlan({ ...change, actor }))
      ctx.state.log.info({ actor, userId: change.userId, plan: change.plan }, 'a plan was changed')
      ctx.status = 204
    })
}
