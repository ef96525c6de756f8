import helmet from 'koa-helmet'
import type { Deps } from '../deps.ts'
import type { ApiMiddleware } from './context.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i
const YEAR_SECONDS = 31_536_000

const originOf = (url: string) => new URL(url).origin

/** Our own origin as the visitor's address bar names it, or null where the Host header is no host. */
const ownOrigin = (ctx: { protocol: string; host: string }): string | null =>
  HOST.test(ctx.host) ? `${ctx.protocol}://${ctx.host}` : null

/**
 * The strict policy: scripts from the bundle paths alone (never from everything that our origin serves, since
 * uploads live there too), no inline code, no eval, no frames. JSON data blocks need no permission.
 */
export function contentSecurityPolicy(
  env: Pick<Deps['env'], 'BUNDLE_ORIGIN' | 'PUBLIC_URL' | 'SUPABASE_URL'>,
  own: string | null,
): string {
  const origins = [own, env.PUBLIC_URL, env.BUNDLE_ORIGIN].filter((origin) => origin != null)
  const bundles = [...new Set(origins)].map((origin) => `${origin}/bundles/`)
  const connect = [
    "'self'",
    ...(env.SUPABASE_URL ? [originOf(env.SUPABASE_URL)] : []),
    ...(env.BUNDLE_ORIGIN ? [env.BUNDLE_ORIGIN] : []),
  ]
  return [
    "default-src 'none'",
    `script-src ${bundles.join(' ')}`,
    `style-src ${bundles.join(' ')}`,
    `font-src ${bundles.join(' ')}`,
    `img-src 'self' data: ${env.BUNDLE_ORIGIN ?? ''}`.trim(),
    `connect-src ${connect.join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every answer. The policy itself depends on the address that the visitor uses. */
export function securityHeaders({ env }: Pick<Deps, 'env'>): ApiMiddleware {
  const fixed = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: env.PUBLIC_URL?.startsWith('https:') ? { maxAge: YEAR_SECONDS } : false,
    xFrameOptions: { action: 'deny' },
  })
  const policies = new Map<string | null, string>()
  return async (ctx, next) => {
    const own = ownOrigin(ctx)
    let policy = policies.get(own)
    if (policy === undefined) {
      policy = contentSecurityPolicy(env, own)
      // Host is the visitor's to choose: remember a few, not all.
      if (policies.size < 100) policies.set(own, policy)
    }
    ctx.set('Content-Security-Policy', policy)
    ctx.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()')
    await fixed(ctx, next)
  }
}
