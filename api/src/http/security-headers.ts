import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'
import type { Deps } from '../deps.ts'
import type { ApiMiddleware } from './context.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i
const YEAR_SECONDS = 31_536_000
const MAX_REMEMBERED_ORIGINS = 100

const originOf = (url: string) => new URL(url).origin

/**
 * This server's origin as the visitor's address bar shows it, or null when the request headers contain no
 * valid one.
 */
export const ownOrigin = ({ protocol, host }: { protocol: string; host: string }): string | null =>
  HOST.test(host) && /^https?$/.test(protocol) ? `${protocol}://${host}` : null

interface PolicyEnv extends Pick<Deps['env'], 'BUNDLE_ORIGIN' | 'PUBLIC_URL' | 'SUPABASE_URL'> {}

function policy(env: PolicyEnv, bundles: string[], devServer: string | null): string[] {
  const dev = devServer ? [devServer] : []
  const connect = [
    "'self'",
    ...(env.SUPABASE_URL ? [originOf(env.SUPABASE_URL)] : []),
    ...(env.BUNDLE_ORIGIN ? [env.BUNDLE_ORIGIN] : []),
    ...dev.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]),
  ]
  const code = [...new Set(bundles), ...dev].join(' ')
  return [
    "default-src 'none'",
    `script-src ${code}`,
    `style-src ${code}`,
    `font-src ${code}`,
    ["img-src 'self' data:", ...(env.BUNDLE_ORIGIN ? [env.BUNDLE_ORIGIN] : []), ...dev].join(' '),
    `connect-src ${connect.join(' ')}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]
}

/**
 * The strict policy: scripts from the bundle paths only (not from the whole origin, which also serves
 * uploads), no inline code, no eval, no frames. JSON data blocks need no permission.
 * @param own origin of the page, see `ownOrigin`
 * @param devServer origin of a local dev server, only for pages with an override
 */
export function contentSecurityPolicy(
  env: PolicyEnv,
  own: string | null,
  devServer: string | null = null,
): string {
  const origins = [own, env.PUBLIC_URL, env.BUNDLE_ORIGIN].filter((origin) => origin != null)
  const bundles = origins.map((origin) => `${origin}/bundles/`)
  return [...policy(env, bundles, devServer), "frame-ancestors 'none'"].join('; ')
}

/**
 * The policy inside the static page, whose server has the bundles and nothing else. It omits
 * `frame-ancestors`, which browsers accept in a header only.
 */
export function staticPagePolicy(env: PolicyEnv): string {
  const api = env.BUNDLE_ORIGIN ? (env.PUBLIC_URL ?? null) : null
  const lines = policy(env, ["'self'", ...(env.BUNDLE_ORIGIN ? [`${env.BUNDLE_ORIGIN}/bundles/`] : [])], null)
  return lines.map((line) => (api && line.startsWith('connect-src') ? `${line} ${api}` : line)).join('; ')
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
export function securityHeaders({ env }: Pick<Deps, 'env'>): ApiMiddleware {
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
  const byOrigin = new Map<string | null, Record<string, string>>()
  return async (ctx, next) => {
    const own = ownOrigin(ctx)
    let headers = byOrigin.get(own)
    if (headers === undefined) {
      headers = { ...fixed, ...permissions, 'Content-Security-Policy': contentSecurityPolicy(env, own) }
      // The client chooses the Host header, so the cache is bounded.
      if (byOrigin.size < MAX_REMEMBERED_ORIGINS) byOrigin.set(own, headers)
    }
    ctx.set(headers)
    await next()
  }
}
