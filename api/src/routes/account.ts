import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  deleteAccountBody,
  emailChangeBody,
  endSessionBody,
  excludeBody,
  limitBody,
} from '@propsight/shared/contracts'
import { type AuthPorts, requireUser, userOf } from '../http/auth.ts'
import { type ApiMiddleware, type ApiRouter, createRouter } from '../http/context.ts'
import { limitWork } from '../http/limit-work.ts'
import { type LimitPorts, limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { notFound, toHttpError } from '../platform/errors.ts'
import type { RightsRepository } from '../repositories/users.ts'
import {
  changeLimit,
  deleteAccount,
  excludeAccount,
  exportAccount,
  type RightsPorts,
} from '../services/accounts/account-rights.ts'
import type { AccountStanding } from '../services/accounts/account-standing.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** A user's own account: rights, spending limit, self-exclusion, data export, deletion. */
type AccountRoutesPorts = LimitPorts &
  AuthPorts &
  RightsPorts & {
    readonly repositories: {
      readonly rights: Pick<RightsRepository, 'checkEmailChange' | 'endSession' | 'exportPage' | 'sessions'>
    }
    readonly standing: Pick<AccountStanding, 'check'>
  }

export const accountRoutes = (deps: AccountRoutesPorts): ApiRouter => {
  const rule = (name: string, points: number, seconds: number) =>
    limit(deps, { name: `account-${name}`, points, seconds, by: 'user' })
  const signedIn = [
    limit(deps, { name: 'account-address', points: 120, seconds: 60, by: 'address' }),
    requireUser(deps),
  ] as const
  // These calls are rare, so they bypass the cached standing, which another instance may just have changed.
  const refreshStanding: ApiMiddleware = async (ctx, next) => {
    const { id, sessionId } = userOf(ctx)
    deps.standing.forget(id)
    await deps.standing.check(id, sessionId)
    await next()
  }
  return createRouter()
    .get('/api/account/rights', ...signedIn, rule('rights', 60, 60), refreshStanding, async (ctx) => {
      ctx.body = await deps.repositories.rights.read(userOf(ctx).id)
    })
    .post('/api/account/limit', ...signedIn, rule('limit', 30, 60), refreshStanding, async (ctx) => {
      const body = await readBody(ctx, limitBody)
      ctx.body = await changeLimit(deps, userOf(ctx).id, body.limit)
    })
    .post('/api/account/exclude', ...signedIn, rule('exclude', 10, 60), refreshStanding, async (ctx) => {
      const { days } = await readBody(ctx, excludeBody)
      ctx.body = { until: await excludeAccount(deps, userOf(ctx).id, days) }
    })
    .post(
      '/api/account/email-change',
      ...signedIn,
      rule('email', 10, DAY_SECONDS),
      refreshStanding,
      async (ctx) => {
        const { email } = await readBody(ctx, emailChangeBody)
        await toHttpError(deps.repositories.rights.checkEmailChange(userOf(ctx).id, email))
        ctx.status = 204
      },
    )
    .get('/api/account/sessions', ...signedIn, rule('sessions', 60, 60), refreshStanding, async (ctx) => {
      const { id, sessionId = null } = userOf(ctx)
      ctx.body = { sessions: await deps.repositories.rights.sessions(id, sessionId) }
    })
    .post(
      '/api/account/end-session',
      ...signedIn,
      rule('end-session', 60, 60),
      refreshStanding,
      async (ctx) => {
        const { sessionId } = await readBody(ctx, endSessionBody)
        if (!(await deps.repositories.rights.endSession(userOf(ctx).id, sessionId)))
          throw notFound('This session has ended already')
        deps.standing.forget(userOf(ctx).id)
        ctx.state.log.info({ userId: userOf(ctx).id }, 'a session was ended by its user')
        ctx.status = 204
      },
    )
    .get(
      '/api/account/export',
      ...signedIn,
      rule('export', 10, HOUR_SECONDS),
      limitWork(deps),
      refreshStanding,
      async (ctx) => {
        const pages = exportAccount(deps.repositories.rights, userOf(ctx).id)
        // A failure of the first page has a response of its own. A later one closes the connection.
        const first = await pages.next()
        const body = new PassThrough()
        const all = async function* () {
          if (!first.done) yield first.value
          yield* pages
        }
        pipeline(all, body).catch((error: unknown) => {
          if (!ctx.res.closed) ctx.state.log.error({ err: error }, 'an export failed after its start')
          ctx.res.destroy()
        })
        const day = new Date().toISOString().slice(0, 10)
        ctx.set('Content-Disposition', `attachment; filename="propsight-data-${day}.json"`)
        ctx.type = 'application/json'
        ctx.body = body
      },
    )
    .post('/api/account/delete', ...signedIn, rule('delete', 10, HOUR_SECONDS), async (ctx) => {
      const { confirm } = await readBody(ctx, deleteAccountBody)
      await deleteAccount(deps, userOf(ctx).id, confirm)
      ctx.state.log.info({ userId: userOf(ctx).id }, 'an account was deleted')
      ctx.body = { deleted: true }
    })
}
