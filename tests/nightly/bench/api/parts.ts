import {
  type ApiMiddleware,
  compression,
  createLog,
  createMetrics,
  createTokenVerifier,
  errorEnvelope,
  NO_TELEMETRY,
  readJson,
  requestFrame,
  requireUser,
  securityHeaders,
  TEST_JWT_SECRET,
  testEnv,
} from '@propsight/api/testing'

const env = testEnv()
const log = createLog('info')
const readBody: ApiMiddleware = async (ctx, next) => {
  if (ctx.method === 'POST') await readJson(ctx)
  await next()
}

/** The middleware of the API before the route, in steps. */
export const MIDDLEWARE_STEPS = [
  { name: 'log', make: () => [requestFrame({ log, metrics: createMetrics(), telemetry: NO_TELEMETRY })] },
  { name: 'headers', make: () => [compression(), errorEnvelope(), securityHeaders({ env })] },
  {
    name: 'verified token',
    make: () => [
      requireUser({
        tokens: createTokenVerifier({ supabaseUrl: 'http://127.0.0.1:9', jwtSecret: TEST_JWT_SECRET }),
      }),
    ],
  },
  { name: 'body read', make: () => [readBody] },
] satisfies readonly { name: string; make: () => ApiMiddleware[] }[]
