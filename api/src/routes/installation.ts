import { createHash } from 'node:crypto'
import { matchesEtag } from '../http/cache-headers.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { ICON_FILES, MANIFEST_PATH, WEB_APP_MANIFEST } from '../services/installation/web-app-manifest.ts'

/** An icon changes with a release of the product only, and its address stays the same. */
const ICON_CACHE = 'public, max-age=86400'

const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`

/** Answers with a public file, or 304 if the browser has it. */
function sendFile(type: string, cacheControl: string, body: string | Buffer): (ctx: ApiContext) => void {
  const etag = etagOf(body)
  return (ctx) => {
    ctx.set('Cache-Control', cacheControl)
    ctx.set('ETag', etag)
    if (matchesEtag(ctx, etag)) {
      ctx.status = 304
      return
    }
    ctx.type = type
    ctx.body = body
  }
}

/** What browsers read to install the product: the manifest and the icons. */
export function installationRoutes(): ApiRouter {
  const router = createRouter().get(
    MANIFEST_PATH,
    sendFile('application/manifest+json; charset=utf-8', 'public, no-cache', WEB_APP_MANIFEST),
  )
  for (const [path, png] of ICON_FILES) router.get(path, sendFile('image/png', ICON_CACHE, png))
  return router
}
