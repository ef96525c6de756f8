import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { type ApiMiddleware, type ApiRouter, createRouter } from '../http/context.ts'
import { notFound } from '../platform/errors.ts'
import { IMMUTABLE } from '../services/releases/store/paths.ts'

const PREFIX = '/bundles/'
/** Scripts may start workers, which go by the policy that they come with. */
const SCRIPT = /\.m?js$/
/** Nothing that a release holds is a page: an image that somebody opens (SVG may hold scripts) does nothing there. */
const NO_PAGE = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/** The page that starts the shell without the API. A CDN serves the same file, so its policy is inside it too. */
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
      // A worker of a page ends with it; a service worker would outlive its release in the browser.
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
      // Files of a release are public, and may run a shell that another origin serves.
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
      ctx.set('Access-Control-Allow-Origin', '*')
      // Also with 304, whose headers take the place of the ones that are kept.
      if (!SCRIPT.test(path)) ctx.set('Content-Security-Policy', NO_PAGE)
      ctx.set('ETag', `"${path}${variant === file.plain ? '' : `-${String(encoding)}`}"`)
      ctx.status = 200
      if (ctx.fresh) {
        ctx.status = 304
        return
      }
      ctx.set('Content-Type', file.contentType)
      ctx.length = variant.size
      // Compressed when it was published; what was not stays as it is.
      ctx.compress = false
      if (ctx.method !== 'GET') return
      const body = await variant.open()
      if (!body) {
        ctx.remove('Content-Encoding')
        throw notFound('This release was removed')
      }
      ctx.body = body
    })
