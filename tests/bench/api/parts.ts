import { createTokenVerifier } from '../../../api/src/auth/token-verifier.ts'
import { createLog } from '../../../api/src/config/log.ts'
import { requireUser } from '../../../api/src/http/auth.ts'
import { compression } from '../../../api/src/http/compression.ts'
import type { ApiMiddleware } from '../../../api/src/http/context.ts'
import { errorEnvelope, requestFrame } from '../../../api/src/http/request-frame.ts'
import { securityHeaders } from '../../../api/src/http/security-headers.ts'
import { readJson } from '../../../api/src/http/validate.ts'
import { createMetrics } from '../../../api/src/services/metrics.ts'
import { NO_TELEMETRY } from '../../../api/src/telemetry/telemetry.ts'
import { TEST_JWT_SECRET, testEnv } from '../../../api/src/testing/test-env.ts'

const env = testEnv()
const log = createLog('info')
const readIt: ApiMiddleware = async (ctx, next) => {
  if (ctx.method === 'POST') await readJson(ctx)
  await next()
}

/** What the API does beside sending bytes, one thing after another, in its own words. */
export const PARTS = [
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
  { name: 'body read', make: () => [readIt] },
] satisfies readonly { name: string; make: () => ApiMiddleware[] }[]
