import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { type ApiMiddleware, type ApiRouter, createRouter } from '../http/context.ts'
import { notFound } from '../platform/errors.ts'
import { IMMUTABLE } from '../services/releases/store/paths.ts'

const PREFIX = '/bundles/'
/** Scripts keep the policy of the page, since a worker is bound to the policy of its script's response. */
const SCRIPT = /\.m?js$/
/**
 * Policy of all other files. No file of a release is a page, and an SVG opened directly must not run scripts.
 */
const NO_PAGE = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/**
 * Serves the page that starts the shell without the API. A CDN serves the same file, so the file contains its
 * policy.
 */
const staticPage =
  ({ bundles }: Pick<Deps, 'bundles'>): ApiMiddleware =>
  async (ctx) => {
    const html = await bundles.readIndex()
    if (html === null) throw notFound('No release of the shell has been published yet')
    ctx.status = 200
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('Cache-Control', 'public, no-cache')
    ctx.set('ETag', `"${createHash('sha256').update(html).digest('base64url').slice(0, 24)}"`)
    if (ctx.fresh) ctx.status = 304
    else ctx.body = html
  }

export const bundleRoutes = (deps: Deps): ApiRouter =>
  createRouter()
    .get('/bundles/index.html', staticPage(deps))
    .get(/^\/bundles\/.+$/, async (ctx) => {
      // A worker ends with its page, but a service worker would remain in the browser after its release.
      if (ctx.get('service-worker') !== '') throw notFound('No file of a release is a service worker')
      const path = ctx.path.slice(PREFIX.length)
      const file = await deps.bundles.find(path)
      if (!file) throw notFound('There is no such file in a release')

      const encoding = ctx.acceptsEncodings([
        ...(file.br ? ['br'] : []),
        ...(file.gzip ? ['gzip'] : []),
        'identity',
      ])
      const variant = (encoding === 'br' && file.br) || (encoding === 'gzip' && file.gzip) || file.plain
      if (variant !== file.plain) ctx.set('Content-Encoding', String(encoding))
      ctx.vary('Accept-Encoding')
      ctx.set('Cache-Control', IMMUTABLE)
      // Files of a release are public, and a shell of another origin may load them.
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
      ctx.set('Access-Control-Allow-Origin', '*')
      // Also with 304, whose headers replace the cached ones.
      if (!SCRIPT.test(path)) ctx.set('Content-Security-Policy', NO_PAGE)
      ctx.set('ETag', `"${path}${variant === file.plain ? '' : `-${String(encoding)}`}"`)
      ctx.status = 200
      if (ctx.fresh) {
        ctx.status = 304
        return
      }
      ctx.set('Content-Type', file.contentType)
      ctx.length = variant.size
      // Variants are compressed when the release is published, so nothing is compressed here.
      ctx.compress = false
      if (ctx.method !== 'GET') return
      const body = await variant.open()
      if (!body) {
        ctx.remove('Content-Encoding')
        throw notFound('This release was removed')
      }
      ctx.body = body
    })
