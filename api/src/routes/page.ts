import { findEntryForPath, type RegistryEntry, type Release } from '@propsight/shared/contracts'
import type { ApiContext, ApiMiddleware } from '../http/context.ts'
import { type InstanceLimitPorts, limitInstance } from '../http/rate-limit.ts'
import { type HeaderPorts, ownOrigin } from '../http/security-headers.ts'
import {
  readVisit,
  readVisitor,
  setPreviewCookie,
  themeOf,
  type Visit,
  type VisitPorts,
} from '../http/visit.ts'
import { createLoadOnce, deriveOnce } from '../platform/cache/cache.ts'
import { HttpError } from '../platform/errors.ts'
import { type ReleaseChoice, releaseBase } from '../services/releases/catalogue/choice.ts'
import { readEntry } from '../services/releases/catalogue/load-catalogue.ts'
import { contentSecurityPolicy } from '../services/releases/content-security-policy.ts'
import { PREVIEW_PARAMETER, type Previews } from '../services/releases/previews.ts'
import {
  buildPageConfig,
  buildPageFrame,
  ENDED_PREVIEW_PAGE,
  type PageFrame,
  type PagePorts,
  renderPage,
  waitingPage,
} from '../services/releases/render-page.ts'
import type { BundleStore } from '../services/releases/store/bundle-store.ts'

/** Paths of the API, of the data service and of files. */
export const NOT_PAGES = /^\/(api|auth|rest|storage|bundles|dev|health|ready|metrics)([/;]|$)/
/** In addition to the hashes that the shell sets: blocks every script without one. */
export const INTEGRITY_POLICY = 'blocked-destinations=(script)'

/** Page frames per choice: one for each remote with a path, and one for all other paths. */
const MAX_FRAMES = 100

/** Whether a browser navigates to the path, as opposed to a program that requests a missing file. */
function isPageNavigation(ctx: ApiContext): boolean {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false
  if (NOT_PAGES.test(ctx.path)) return false
  if (ctx.get('accept').includes('text/html')) return true
  return Boolean(ctx.accepts('html')) && !/\.[a-z0-9]+$/i.test(ctx.path)
}

/**
 * Caches page frames per chosen releases and opened remote. Entries are dropped together with their choice.
 */
type PageRoutesPorts = InstanceLimitPorts &
  VisitPorts &
  PagePorts &
  HeaderPorts & {
    readonly bundles: Pick<BundleStore, 'read' | 'readIndex'>
    readonly previews: Pick<Previews, 'open'>
  }

function createFrames({ bundles, env }: PageRoutesPorts) {
  const framesOf = deriveOnce((_: ReleaseChoice) => createLoadOnce<PageFrame>(MAX_FRAMES))
  const make = async (shell: Release, first: RegistryEntry | null) => {
    const html = await readEntry(bundles, shell)
    return buildPageFrame({ html, shell, base: releaseBase(env.BUNDLE_ORIGIN, shell), first })
  }
  return (choice: ReleaseChoice, shell: Release, path: string): Promise<PageFrame> => {
    const first = findEntryForPath(choice.registry, path)
    return framesOf(choice)(first?.name ?? '', () => make(shell, first))
  }
}

const ifUnavailable = (error: unknown): null => {
  if (error instanceof HttpError && error.status === 503) return null
  throw error
}

/**
 * The page when no registry could be read yet: the static page starts the shell with the browser's cached
 * registry.
 */
async function pageWithoutRegistry({ bundles }: PageRoutesPorts, visit: Visit | null): Promise<string> {
  if (visit) return waitingPage('No release of the shell has been published yet.')
  return (await bundles.readIndex()) ?? waitingPage('The data service is not answering.')
}

/**
 * Opens a preview link: sets the cookie of this visitor, and leads to the same page without the link. Only a
 * navigation may do so, and no element of another page such as an image or a frame.
 */
async function openPreview(ctx: ApiContext, deps: PageRoutesPorts, link: string): Promise<void> {
  const destination = ctx.get('sec-fetch-dest')
  const isNavigation = destination === '' || destination === 'document'
  const opened = isNavigation ? await deps.previews.open(link, readVisitor(ctx, deps)) : null
  if (!opened) {
    ctx.status = 410
    ctx.body = ENDED_PREVIEW_PAGE
    return
  }
  setPreviewCookie(ctx, deps, opened)
  const { [PREVIEW_PARAMETER]: _, ...query } = ctx.query
  const rest = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => [value ?? []].flat().map((each) => [key, each])),
  )
  // One slash only: two would name another host.
  const path = ctx.path.replace(/^[\\/]+/, '/')
  ctx.status = 303
  ctx.set('Location', rest.size > 0 ? `${path}?${rest}` : path)
  ctx.set('Referrer-Policy', 'no-referrer')
  ctx.body = ''
}

/**
 * Serves the shell's page, with the releases chosen for the visitor, for every path that no route handles.
 */
export function page(deps: PageRoutesPorts): ApiMiddleware {
  const frameFor = createFrames(deps)
  const limit = limitInstance(deps, 'page')
  return async (ctx, next) => {
    if (!isPageNavigation(ctx)) return next()
    ctx.state.route = 'page'
    await limit(ctx, async () => undefined)
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('Cache-Control', 'private, no-store')
    ctx.vary('Cookie')
    const link = ctx.query[PREVIEW_PARAMETER]
    if (typeof link === 'string') return openPreview(ctx, deps, link)
    const begun = performance.now()
    const visit = await readVisit(ctx, deps).catch(ifUnavailable)
    const shell = visit?.choice.shell
    if (!visit || !shell) {
      ctx.status = 503
      ctx.set('Retry-After', '5')
      ctx.body = await pageWithoutRegistry(deps, visit)
      return
    }
    const { choice, override, registry } = visit
    const chosen = performance.now()
    // Files of a dev server have no hashes.
    if (override)
      ctx.set(
        'Content-Security-Policy',
        contentSecurityPolicy(deps.env, ownOrigin(ctx, deps.env), override.url),
      )
    else ctx.set('Integrity-Policy', INTEGRITY_POLICY)
    const frame = await frameFor(choice, shell, ctx.path)
    const body = renderPage(frame, buildPageConfig(deps), registry(), themeOf(ctx))
    ctx.state.timings = { registry: chosen - begun, render: performance.now() - chosen }
    ctx.status = 200
    ctx.body = body
  }
}
