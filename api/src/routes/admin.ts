import {
  adjustCreditsBody,
  adminListQuery,
  adminSessionBody,
  createCodeBody,
  deleteCodeBody,
  developerBody,
  factorCodeBody,
  generateCodesBody,
  importCodesBody,
  refundRunBody,
  removeFactorBody,
  setAdminBody,
  setPlanBody,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import {
  type AdminAuthPorts,
  adminSessionEnd,
  beginAdminSession,
  endAdminSession,
  requireAdmin,
  requireAdminAccount,
  requireKey,
  requireOwnPage,
} from '../http/admin-auth.ts'
import { bearerToken } from '../http/auth.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { parseCursor, readPage } from '../http/list-page.ts'
import { enforce, limit } from '../http/rate-limit.ts'
import { JSON_LIMITS } from '../http/request-body.ts'
import { readBody, readQuery } from '../http/validate.ts'
import { notFound, toHttpError, unauthorized } from '../platform/errors.ts'
import type { RateRule } from '../platform/rate-limits.ts'
import type { CodesRepository } from '../repositories/access.ts'
import type { RolloutsRepository } from '../repositories/releases.ts'
import type {
  AdminsRepository,
  CreditsRepository,
  FactorsRepository,
  UsersRepository,
} from '../repositories/users.ts'
import { createRandomCode, withImportRow } from '../services/accounts/access.ts'
import {
  beginFactor,
  confirmFactor,
  type FactorPorts,
  passFactor,
} from '../services/accounts/second-factor.ts'

const userCursor = z.object({ createdAt: z.iso.datetime({ offset: true }), userId: z.uuid() })
const ledgerCursor = z.int().positive()

/** Users, their credit ledgers, and the changes that administrators make to credits and plans. */
/** @template Repositories those that routes use besides the checks of the administrator */
type AdminRoutesPorts<Repositories> = AdminAuthPorts & { readonly repositories: Repositories }

export const adminCreditsRoutes = (
  deps: AdminRoutesPorts<{ users: UsersRepository; credits: Omit<CreditsRepository, 'grant'> }>,
): ApiRouter => {
  const { users, credits } = deps.repositories
  const limited = limit(deps, { name: 'admin-credits', points: 120, seconds: 60, by: 'address' })
  return createRouter()
    .get('/api/admin/users', limited, async (ctx) => {
      await requireAdmin(deps, ctx)
      const query = readQuery(ctx, adminListQuery)
      const place = parseCursor(query.after, userCursor)
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
      const place = parseCursor(query.after, ledgerCursor)
      const { rows, next } = await readPage(
        query.limit,
        (count) => toHttpError(users.ledger(userId, place, count)),
        ({ id }) => id,
      )
      ctx.body = { entries: rows, next }
    })
    .post('/api/admin/adjust-credits', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const change = await readBody(ctx, adjustCreditsBody)
      const balance = await toHttpError(credits.adjust({ ...change, actor }))
      ctx.state.log.info({ actor, userId: change.userId, delta: change.delta }, 'credits were adjusted')
      ctx.body = { credits: balance }
    })
    .post('/api/admin/refund-run', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const { runId, reason } = await readBody(ctx, refundRunBody)
      const balance = await toHttpError(credits.refund(runId, reason, actor))
      ctx.state.log.info({ actor, runId }, 'an analysis was refunded')
      ctx.body = { credits: balance }
    })
    .post('/api/admin/set-plan', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const change = await readBody(ctx, setPlanBody)
      await toHttpError(credits.setPlan({ ...change, actor }))
      ctx.state.log.info({ actor, userId: change.userId, plan: change.plan }, 'a plan was changed')
      ctx.status = 204
    })
}

const auditCursor = z.int().positive()

/** The list of administrators, changes of the role, and the audit log. */
export const adminPeopleRoutes = (deps: AdminRoutesPorts<{ admins: AdminsRepository }>): ApiRouter => {
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
      await toHttpError(admins.set(email, granted, actor))
      ctx.state.log.info({ actor, email, granted }, "the administrator's role was changed")
      ctx.status = 204
    })
    .get('/api/admin/audit', limited, async (ctx) => {
      await requireAdmin(deps, ctx)
      const { search, after, limit: most } = readQuery(ctx, adminListQuery)
      const place = parseCursor(after, auditCursor)
      const { rows, next } = await readPage(
        most,
        (count) => admins.audit(search, place, count),
        ({ id }) => id,
      )
      ctx.body = { entries: rows, next }
    })
}

/** Exchanges the admin key for a session cookie, so that the browser does not store the key. */
export const adminSessionRoutes = (deps: AdminAuthPorts): ApiRouter => {
  const limited = limit(deps, { name: 'admin-session', points: 120, seconds: 60, by: 'address' })
  return createRouter()
    .post('/api/admin/session', limited, async (ctx) => {
      const { key } = await readBody(ctx, adminSessionBody)
      await requireKey(deps, ctx, key, 'This is not the admin key')
      const expires = await beginAdminSession(ctx, deps)
      ctx.state.log.info({ address: ctx.ip }, 'an admin session began')
      ctx.body = { by: 'key', expiresAt: expires.toISOString() }
    })
    .get('/api/admin/session', limited, async (ctx) => {
      const { userId } = await requireAdmin(deps, ctx)
      const expires = userId === null ? await adminSessionEnd(ctx, deps) : null
      ctx.body = { by: userId === null ? 'key' : 'account', expiresAt: expires?.toISOString() ?? null }
    })
    .post('/api/admin/session/end', limited, async (ctx) => {
      requireOwnPage(ctx, deps)
      await endAdminSession(ctx, deps)
      ctx.status = 204
    })
}

/** Guesses of a code: one in 200,000 attempts is right by chance. */
const FACTOR_GUESSES: RateRule = { name: 'admin-factor', points: 5, seconds: 900 }

/** The second factor of an administrator's own account, and its removal by another administrator or the key. */
export const secondFactorRoutes = (
  deps: FactorPorts & AdminRoutesPorts<{ factors: Pick<FactorsRepository, 'remove'> }>,
): ApiRouter => {
  const limited = limit(deps, { name: 'admin-factor-address', points: 60, seconds: 60, by: 'address' })
  const accountOf = (ctx: ApiContext) => {
    const token = bearerToken(ctx)
    if (token === null) throw unauthorized()
    return requireAdminAccount(deps, token)
  }
  const guess = async (ctx: ApiContext) => {
    const account = await accountOf(ctx)
    const { code } = await readBody(ctx, factorCodeBody)
    await enforce(deps, FACTOR_GUESSES, account.id)
    return { account, code }
  }
  return createRouter()
    .get('/api/admin/second-factor', limited, async (ctx) => {
      const { id, sessionId } = await accountOf(ctx)
      const { enrolled, passed, recoveryCodes } = await deps.repositories.factors.read(id, sessionId)
      const required = deps.env.ADMIN_REQUIRE_TOTP
      ctx.body = { enrolled, passed, required, recoveryCodes: recoveryCodes ?? 0 }
    })
    .post('/api/admin/second-factor/begin', limited, async (ctx) => {
      ctx.body = await beginFactor(deps, await accountOf(ctx))
    })
    .post('/api/admin/second-factor/confirm', limited, async (ctx) => {
      const { account, code } = await guess(ctx)
      const recoveryCodes = await confirmFactor(deps, account, code)
      ctx.state.log.info({ actor: account.id }, 'a second factor was set up')
      ctx.body = { recoveryCodes }
    })
    .post('/api/admin/second-factor/pass', limited, async (ctx) => {
      const { account, code } = await guess(ctx)
      await passFactor(deps, account, code)
      ctx.state.log.info({ actor: account.id }, 'a second factor was passed')
      ctx.status = 204
    })
    .post('/api/admin/second-factor/remove', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const { email } = await readBody(ctx, removeFactorBody)
      await toHttpError(deps.repositories.factors.remove(email, actor))
      ctx.state.log.info({ actor, email }, 'a second factor was removed')
      ctx.status = 204
    })
}

export const developersRoutes = (
  deps: AdminRoutesPorts<{ rollouts: Pick<RolloutsRepository, 'setDeveloper'> }>,
): ApiRouter => {
  const limited = limit(deps, { name: 'developers-address', points: 60, seconds: 60, by: 'address' })
  const set = async (ctx: ApiContext, granted: boolean) => {
    const { actor } = await requireAdmin(deps, ctx)
    const { email } = await readBody(ctx, developerBody)
    await toHttpError(deps.repositories.rollouts.setDeveloper(email, granted, actor))
    ctx.state.log.info({ email, granted, actor }, 'the developer role was changed')
    ctx.status = 204
  }
  return createRouter()
    .put('/api/developers', limited, (ctx) => set(ctx, true))
    .delete('/api/developers', limited, (ctx) => set(ctx, false))
}

/** A thousand rows with notes of a paragraph each. The data service accepts 1 MiB per request. */
const IMPORT_BYTES = 768 * 1024
const codeCursor = z.object({ created_at: z.iso.datetime({ offset: true }), code: z.string() })

/** Access codes (C3, C4): list, create, generate, import, delete, restore. */
export const adminCodesRoutes = (deps: AdminRoutesPorts<{ codes: CodesRepository }>): ApiRouter => {
  const { codes } = deps.repositories
  const limited = limit(deps, { name: 'admin-codes', points: 120, seconds: 60, by: 'address' })
  const change = async (
    ctx: ApiContext,
    what: string,
    apply: (code: string, actor: string) => Promise<void>,
  ) => {
    const { actor } = await requireAdmin(deps, ctx)
    const { code } = await readBody(ctx, deleteCodeBody)
    await toHttpError(apply(code, actor))
    ctx.state.log.info({ actor, code }, what)
    ctx.status = 204
  }
  return createRouter()
    .get('/api/admin/list-codes', limited, async (ctx) => {
      await requireAdmin(deps, ctx)
      const { search, after, limit: most } = readQuery(ctx, adminListQuery)
      const place = parseCursor(after, codeCursor)
      const [{ rows, next }, total] = await Promise.all([
        readPage(
          most,
          (count) => codes.list(search, place, count),
          ({ created_at, code }) => ({ created_at, code }),
        ),
        codes.count(search),
      ])
      ctx.body = { codes: rows, total, next }
    })
    .post('/api/access/create', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const code = await readBody(ctx, createCodeBody)
      await toHttpError(codes.create(code, actor))
      ctx.state.log.info({ actor, code: code.code }, 'an access code was created')
      ctx.status = 201
      ctx.body = { code: code.code }
    })
    .post('/api/admin/generate-codes', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const { count, prefix, idempotencyKey: key, ...fields } = await readBody(ctx, generateCodesBody)
      const random = Array.from({ length: count }, () => createRandomCode(prefix))
      const made = await toHttpError(codes.generate({ ...fields, codes: random, prefix, key }, actor))
      ctx.state.log.info({ actor, count: made.length }, 'access codes were generated')
      ctx.status = 201
      ctx.body = { codes: made }
    })
    .post('/api/admin/import-codes', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const { codes: rows } = await withImportRow(
        readBody(ctx, importCodesBody, { ...JSON_LIMITS, bytes: IMPORT_BYTES }),
      )
      await toHttpError(codes.import(rows, actor))
      ctx.state.log.info({ actor, count: rows.length }, 'access codes were imported')
      ctx.status = 201
      ctx.body = { codes: rows.map(({ code }) => code) }
    })
    .post('/api/admin/delete-code', limited, (ctx) => change(ctx, 'an access code was deleted', codes.remove))
    .post('/api/admin/restore-code', limited, (ctx) =>
      change(ctx, 'an access code was restored', codes.restore),
    )
}
