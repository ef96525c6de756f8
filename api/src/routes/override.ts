import { overrideBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { setOverrideCookie, visitorOf } from '../http/visitor-cookie.ts'
import { HttpError, notFound } from '../platform/errors.ts'
import { originOf } from '../services/releases/override.ts'

/**
 * Replaces a remote by a developer's own dev server (F5), in one browser only. Requires the session token in
 * a header, so that links and forms of other sites cannot set it.
 */
export const overrideRoutes = (deps: Deps): ApiRouter =>
  createRouter()
    .put(
      '/api/override',
      limit(deps, { name: 'override-address', points: 60, seconds: 60, by: 'address' }),
      requireUser(deps),
      async (ctx) => {
        const { name, url } = await readBody(ctx, overrideBody)
        const user = userOf(ctx)
        if (!(await deps.repositories.releases.isDeveloper(user.id)))
          throw new HttpError(403, 'FORBIDDEN', 'Only developers may run a remote of their own machine')
        const visitor = visitorOf(ctx, deps)
        const { registry } = (await deps.releases.read()).forVisitor(visitor)
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
