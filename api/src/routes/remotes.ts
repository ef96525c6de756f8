import { type FallbacksResponse, loadsBody, overrideBody } from '@propsight/shared/contracts'
import { type AuthPorts, requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { enforce, enforceRequest, type LimitPorts, limit } from '../http/rate-limit.ts'
import { JSON_LIMITS } from '../http/request-body.ts'
import { type CookiePorts, matchesEtag } from '../http/response-headers.ts'
import { readBody, remoteNameOf } from '../http/validate.ts'
import {
  readReporter,
  readVisit,
  readVisitor,
  rememberAccount,
  setOverrideCookie,
  setPreviewCookie,
  type VisitPorts,
} from '../http/visit.ts'
import { addressKey } from '../platform/address-keys.ts'
import { HttpError, notFound } from '../platform/errors.ts'
import type { ReleasesRepository } from '../repositories/releases.ts'
import { anonymous } from '../services/releases/catalogue/audience.ts'
import type { ReleaseCatalogue } from '../services/releases/catalogue/catalogue.ts'
import type { Fallbacks } from '../services/releases/catalogue/fallbacks.ts'
import type { LoadReports } from '../services/releases/load-reports.ts'
import { type Overrides, originOf, TICKET_SECONDS } from '../services/releases/tickets.ts'

/**
 * Replaces a remote by a developer's own dev server (F5), in one browser only. Requires the session token in
 * a header, so that links and forms of other sites cannot set it.
 */
export const overrideRoutes = (
  deps: LimitPorts &
    AuthPorts &
    CookiePorts & {
      readonly repositories: { readonly releases: Pick<ReleasesRepository, 'isDeveloper'> }
      readonly releases: Pick<ReleaseCatalogue, 'read'>
      readonly overrides: Pick<Overrides, 'seal'>
    },
): ApiRouter =>
  createRouter()
    .put(
      '/api/override',
      limit(deps, { name: 'override-address', points: 60, seconds: 60, by: 'address' }),
      requireUser(deps),
      async (ctx) => {
        const { name, url } = await readBody(ctx, overrideBody)
        const user = userOf(ctx)
        if (!(await deps.repositories.releases.isDeveloper(user.id)))
          throw new HttpError(403, 'FORBIDDEN', 'Only developers may run a remote on their own machine')
        const visitor = readVisitor(ctx, deps)
        const { registry } = (await deps.releases.read()).forVisitor(anonymous(visitor))
        if (!registry.remotes.some((entry) => entry.name === name))
          throw notFound(`There is no remote ${name}`)
        setOverrideCookie(
          ctx,
          deps,
          deps.overrides.seal({ name, url: originOf(url), visitor, user: user.id }),
        )
        ctx.state.log.info({ user: user.id, remote: name, url: originOf(url) }, 'a remote is overridden')
        ctx.status = 204
      },
    )
    .delete('/api/override', (ctx) => {
      setOverrideCookie(ctx, deps, null)
      ctx.status = 204
    })

/** Ends a preview in this browser. */
export const leavePreviewRoutes = (deps: CookiePorts): ApiRouter =>
  createRouter().delete('/api/preview', (ctx) => {
    setPreviewCookie(ctx, deps, null)
    ctx.status = 204
  })

/** The most that browsers send while a page unloads. */
const MAX_REPORT_BYTES = 64 * 1024

/** Reports are rows stored for weeks and need no sign-in, so the number per address and day is limited. */
const DAILY_LIMIT = { name: 'loads-day', points: 3_000, seconds: 86_400 }

/** Receives reports of browsers on how remotes loaded. The ticket in the report authenticates it. */
export const loadsRoutes = (
  deps: LimitPorts & AuthPorts & { readonly loads: Pick<LoadReports, 'report'> },
): ApiRouter =>
  createRouter().post(
    '/api/loads',
    limit(deps, { name: 'loads', points: 120, seconds: 60, by: 'address' }),
    async (ctx) => {
      const userId = await readReporter(ctx, deps)
      if (userId === null) await enforceRequest(deps, ctx, { ...DAILY_LIMIT, by: 'address' })
      else await enforce(deps, DAILY_LIMIT, `user:${userId}`)
      const body = await readBody(ctx, loadsBody, { ...JSON_LIMITS, bytes: MAX_REPORT_BYTES })
      await deps.loads.report(body, { userId, addressKey: addressKey(ctx.ip) })
      ctx.status = 204
    },
  )

/**
 * An unchanged registry gets a new ETag in this interval, so that its ticket is renewed before it expires.
 */
const RENEW_MS = (TICKET_SECONDS * 1000) / 2

/** The releases beyond the fallback in the registry, for a browser in which both failed, with their ticket. */
export const fallbacksRoutes = (
  deps: LimitPorts & VisitPorts & { readonly fallbacks: Pick<Fallbacks, 'of'> },
): ApiRouter =>
  createRouter().get(
    '/api/remotes/:name/fallbacks',
    limit(deps, { name: 'fallbacks', points: 60, seconds: 60, by: 'address' }),
    async (ctx) => {
      const name = remoteNameOf(ctx)
      const { visitor, choice } = await readVisit(ctx, deps)
      const list = await deps.fallbacks.of(name, choice.values.get(name))
      if (!list) throw notFound(`There is no remote ${name}`)
      // Loads in a preview do not count.
      const served = choice.registry.preview ? {} : list.served
      const ticket = deps.tickets.issue(visitor, JSON.stringify(served))
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { releases: list.releases, ticket } satisfies FallbacksResponse
    },
  )

export const remotesRoutes = (deps: AuthPorts & VisitPorts): ApiRouter =>
  createRouter().get('/api/remotes', async (ctx) => {
    const begun = performance.now()
    const visit = await readVisit(ctx, deps, (visitor) => rememberAccount(ctx, deps, visitor))
    const etag = `"${visit.choice.fingerprint}-${Math.floor(Date.now() / RENEW_MS).toString(36)}"`
    ctx.state.timings = { registry: performance.now() - begun }
    ctx.set('Cache-Control', 'private, no-cache')
    ctx.vary('Cookie')
    ctx.set('ETag', etag)
    if (matchesEtag(ctx, etag)) {
      ctx.status = 304
      return
    }
    ctx.status = 200
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = visit.registry()
  })
