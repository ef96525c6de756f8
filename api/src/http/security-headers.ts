import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'
import { LRUCache } from 'lru-cache'
import type { ApiEnv } from '../platform/config/env.ts'
import { contentSecurityPolicy, type PolicyEnv } from '../services/releases/content-security-policy.ts'
import type { ApiMiddleware } from './context.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i
const YEAR_SECONDS = 31_536_000
const MAX_REMEMBERED_ORIGINS = 100

type OriginEnv = Pick<ApiEnv, 'PUBLIC_URL' | 'TRUST_PROXY'>

export interface HeaderPorts {
  readonly env: OriginEnv & PolicyEnv
}

/**
 * This server's origin as the visitor's address bar shows it, or null when the request headers contain no
 * valid one. Behind a proxy it is `PUBLIC_URL` if that is set: a proxy may pass on the `X-Forwarded-Host` of a client,
 * and a cache would give the response to other visitors.
 */
export function ownOrigin(
  { protocol, host }: { protocol: string; host: string },
  env: OriginEnv,
): string | null {
  if (env.TRUST_PROXY > 0 && env.PUBLIC_URL) return env.PUBLIC_URL
  return HOST.test(host) && /^https?$/.test(protocol) ? `${protocol}://${host}` : null
}

/**
 * The headers that helmet sets, computed once: they do not depend on the request, and helmet makes sixteen
 * calls.
 */
function fixedHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const recorder = Object.assign(new ServerResponse(new IncomingMessage(new Socket())), {
    setHeader(name: string, value: string) {
      headers[name] = value
      return recorder
    },
  })
  helmet(options)(recorder.req, recorder, () => undefined)
  return headers
}

/** Headers of every response. Only the content security policy depends on the request's origin. */
export function securityHeaders({ env }: HeaderPorts): ApiMiddleware {
  const fixed = fixedHeaders({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: env.PUBLIC_URL?.startsWith('https:')
      ? { maxAge: YEAR_SECONDS, includeSubDomains: true }
      : false,
    xFrameOptions: { action: 'deny' },
  })
  const permissions = { 'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()' }
  const byOrigin = new LRUCache<string, Record<string, string>>({
    // The client chooses the Host header, so the cache is bounded.
    max: MAX_REMEMBERED_ORIGINS,
    memoMethod: (own) => ({
      ...fixed,
      ...permissions,
      'Content-Security-Policy': contentSecurityPolicy(env, own || null),
    }),
  })
  return async (ctx, next) => {
    ctx.set(byOrigin.memo(ownOrigin(ctx, env) ?? ''))
    await next()
  }
}
