import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'
import type { Deps } from '../deps.ts'
import type { ApiMiddleware } from './context.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i
const YEAR_SECONDS = 31_536_000
const MAX_REMEMBERED_ORIGINS = 100

const originOf = (url: string) => new URL(url).origin

/** Our own origin as the visitor's address bar names it, or null where the headers that say so name none. */
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
 * The strict policy: scripts from the bundle paths alone (never from everything that our origin serves, since
 * uploads live there too), no inline code, no eval, no frames. JSON data blocks need no permission.
 * @param own origin of the page, see `ownOrigin`
 * @param devServer origin on the developer's own machine, for the pages of an override alone
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
 * The policy of the static page, inside the page: whoever serves it has bundles and nothing else. It has no
 * `frame-ancestors`, which only a header can say.
 */
export function staticPagePolicy(env: PolicyEnv): string {
  const api = env.BUNDLE_ORIGIN ? (env.PUBLIC_URL ?? null) : null
  const lines = policy(env, ["'self'", ...(env.BUNDLE_ORIGIN ? [`${env.BUNDLE_ORIGIN}/bundles/`] : [])], null)
  return lines.map((line) => (api && line.startsWith('connect-src') ? `${line} ${api}` : line)).join('; ')
}

/** What helmet sets, worked out once: its answers do not depend on the request, and sixteen calls a request add up. */
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

/** Headers of every answer. The policy alone depends on the address that the visitor uses. */
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
      // Host is the visitor's to choose: remember a few, not all.
      if (byOrigin.size < MAX_REMEMBERED_ORIGINS) byOrigin.set(own, headers)
    }
    ctx.set(headers)
    await next()
  }
}
