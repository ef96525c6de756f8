import cors from '@koa/cors'
import Koa from 'koa'
import { compression } from './http/compression.ts'
import type { ApiState } from './http/context.ts'
import type { MountPorts } from './http/data-service-mount.ts'
import { dataServiceMount } from './http/data-service-mount.ts'
import { limitInstance } from './http/rate-limit.ts'
import type { FramePorts } from './http/request-frame.ts'
import { errorEnvelope, requestFrame } from './http/request-frame.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { ShedPorts } from './http/shed-load.ts'
import { shedLoad } from './http/shed-load.ts'
import type { ApiEnv } from './platform/config/env.ts'
import { HttpError } from './platform/errors.ts'
import type { RoutePorts } from './routes/index.ts'
import { createRoutes } from './routes/index.ts'
import { page } from './routes/page.ts'

const PREFLIGHT_SECONDS = 600

type AppPorts = RoutePorts &
  Parameters<typeof page>[0] &
  FramePorts &
  MountPorts &
  ShedPorts & { readonly env: Pick<ApiEnv, 'CORS_ORIGINS'> }

/** Creates the Koa application without listening; tests and the composition root choose the address. */
export function createApp(deps: AppPorts): Koa<ApiState> {
  const app = new Koa<ApiState>({ proxy: deps.env.TRUST_PROXY > 0, maxIpsCount: deps.env.TRUST_PROXY })
  const router = createRoutes(deps)
  const allowed = new Set(deps.env.CORS_ORIGINS)

  app.on('error', (error: Error) => deps.log.debug({ err: error }, 'a response was interrupted'))
  app.use(requestFrame(deps))
  app.use(compression())
  app.use(errorEnvelope())
  app.use(securityHeaders(deps))
  app.use(limitInstance(deps, 'all'))
  app.use(shedLoad(deps))
  app.use(
    cors({
      origin: (ctx) => (allowed.has(ctx.get('origin')) ? ctx.get('origin') : ''),
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeaders: ['x-request-id', 'retry-after', 'server-timing', 'etag'],
      maxAge: PREFLIGHT_SECONDS,
      keepHeadersOnError: false,
    }),
  )
  app.use(dataServiceMount(deps))
  app.use(router.routes())
  app.use(
    router.allowedMethods({
      throw: true,
      methodNotAllowed: () =>
        new HttpError(405, 'METHOD_NOT_ALLOWED', 'This address does not take that method'),
      notImplemented: () =>
        new HttpError(405, 'METHOD_NOT_ALLOWED', 'This address does not take that method'),
    }),
  )
  app.use(page(deps))
  return app
}
