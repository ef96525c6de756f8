import { createHash } from 'node:crypto'
import { APP_MANIFEST_PATH } from '@propsight/shared/contracts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { matchesEtag } from '../http/response-headers.ts'
import {
  ICON_FILES,
  renderServiceWorker,
  SERVICE_WORKER_PATH,
  type ServiceWorkerPorts,
  WEB_APP_MANIFEST,
} from '../services/installation/installed-app.ts'
import { INTEGRITY_POLICY, NOT_PAGES } from './page.ts'

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

/** Headers of every response that also protect the page of the service worker. */
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
]

function pageHeaders(ctx: ApiContext): Record<string, string> {
  const present = PAGE_HEADERS.flatMap((name) => {
    const value = ctx.response.get(name)
    return value ? [[name, value]] : []
  })
  return {
    ...Object.fromEntries(present),
    'content-type': 'text/html; charset=utf-8',
    'integrity-policy': INTEGRITY_POLICY,
  }
}

/** What browsers read to install the product and to open it without a network: manifest, icons, service worker. */
export function installationRoutes(deps: ServiceWorkerPorts): ApiRouter {
  const router = createRouter().get(
    APP_MANIFEST_PATH,
    sendFile('application/manifest+json; charset=utf-8', 'public, no-cache', WEB_APP_MANIFEST),
  )
  router.get(SERVICE_WORKER_PATH, async (ctx) => {
    const script = await renderServiceWorker(deps, pageHeaders(ctx), NOT_PAGES)
    sendFile('text/javascript; charset=utf-8', 'no-cache', script)(ctx)
  })
  for (const [path, png] of ICON_FILES) router.get(path, sendFile('image/png', ICON_CACHE, png))
  return router
}
