import type { ApiEnv } from '../../platform/config/env.ts'
import { SERVICE_WORKER_PATH } from '../installation/installed-app.ts'

const originOf = (url: string) => new URL(url).origin

export type PolicyEnv = Pick<ApiEnv, 'BUNDLE_ORIGIN' | 'PUBLIC_URL' | 'SUPABASE_URL'>

/**
 * The hash of the empty text: `style` elements without text, into which libraries insert their rules at run time
 * (`insertRule`, a function of scripts). Markup that is injected needs text.
 */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

function policy(
  env: PolicyEnv,
  bundles: string[],
  devServer: string | null,
  workers: string[] = [],
): string[] {
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
    `style-src ${code} ${EMPTY_STYLE}`,
    `font-src ${code}`,
    ["img-src 'self' data:", ...(env.BUNDLE_ORIGIN ? [env.BUNDLE_ORIGIN] : []), ...dev].join(' '),
    `connect-src ${connect.join(' ')}`,
    "manifest-src 'self'",
    `worker-src ${workers.join(' ') || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]
}

/**
 * The strict policy: scripts from the bundle paths only (not from the whole origin, which also serves
 * uploads), no inline code, no eval, no frames. JSON data blocks need no permission.
 * @param own origin of the page, see `ownOrigin` of `http/security-headers.ts`
 * @param devServer origin of a local dev server, only for pages with an override
 */
export function contentSecurityPolicy(
  env: PolicyEnv,
  own: string | null,
  devServer: string | null = null,
): string {
  const origins = [own, env.PUBLIC_URL, env.BUNDLE_ORIGIN].filter((origin) => origin != null)
  const bundles = origins.map((origin) => `${origin}/bundles/`)
  // The service workers. Browsers accept them from the page's own origin only.
  const workers = own === null ? [] : [`${own}/push-worker.js`, `${own}${SERVICE_WORKER_PATH}`]
  return [...policy(env, bundles, devServer, workers), "frame-ancestors 'none'"].join('; ')
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
