import { createReadStream } from 'node:fs'
import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { notFound } from '../http/error.ts'

const PREFIX = '/bundles/'
const IMMUTABLE = 'public, max-age=31536000, immutable'

export const bundleRoutes = (deps: Deps): ApiRouter =>
  createRouter().get(/^\/bundles\/.+$/, async (ctx) => {
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
    if (ctx.method === 'GET') ctx.body = createReadStream(variant.file)
  })
