import { findEntryForPath, type RegistryEntry, type Release } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import type { ApiContext, ApiMiddleware } from '../http/context.ts'
import { ownOrigin } from '../http/security-headers.ts'
import { type Visit, visitOf } from '../http/visit.ts'
import { HttpError } from '../platform/errors.ts'
import { type ReleaseChoice, releaseBase } from '../services/releases/catalogue/choice.ts'
import { contentSecurityPolicy } from '../services/releases/content-security-policy.ts'
import {
  buildPageFrame,
  type PageFrame,
  pageConfigOf,
  renderPage,
  waitingPage,
} from '../services/releases/render-page.ts'

const NOT_PAGES = /^\/(api|auth|rest|storage|bundles|dev|health|ready|metrics)([/;]|$)/
/** In addition to the hashes that the shell sets: blocks every script without one. */
const INTEGRITY_POLICY = 'blocked-destinations=(script)'

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
function createFrames({ bundles }: Pick<Deps, 'bundles'>) {
  const framesByChoice = new WeakMap<ReleaseChoice, Map<string | undefined, Promise<PageFrame>>>()
  const make = async (shell: Release, first: RegistryEntry | null) => {
    const html = await bundles.readText(shell.name, shell.version, shell.entry)
    // The shell is loaded from the page's own origin, so that a failing bundle origin affects the remotes
    // only.
    return buildPageFrame({ html, shell, base: releaseBase(undefined, shell), first })
  }
  return (choice: ReleaseChoice, shell: Release, path: string): Promise<PageFrame> => {
    const first = findEntryForPath(choice.registry, path)
    const frames = framesByChoice.get(choice) ?? new Map<string | undefined, Promise<PageFrame>>()
    framesByChoice.set(choice, frames)
    const frame = frames.get(first?.name) ?? make(shell, first)
    frames.set(first?.name, frame)
    frame.catch(() => frames.delete(first?.name))
    return frame
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
async function pageWithoutRegistry({ bundles }: Pick<Deps, 'bundles'>, visit: Visit | null): Promise<string> {
  if (visit) return waitingPage('No release of the shell has been published yet.')
  return (await bundles.readIndex()) ?? waitingPage('The data service is not answering.')
}

/**
 * Serves the shell's page, with the releases chosen for the visitor, for every path that no route handles.
 */
export function page(deps: Deps): ApiMiddleware {
  const frameFor = createFrames(deps)
  return async (ctx, next) => {
    if (!isPageNavigation(ctx)) return next()
    ctx.state.route = 'page'
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('Cache-Control', 'private, no-store')
    ctx.vary('Cookie')
    const begun = performance.now()
    const visit = await visitOf(ctx, deps).catch(ifUnavailable)
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
      ctx.set('Content-Security-Policy', contentSecurityPolicy(deps.env, ownOrigin(ctx), override.url))
    else ctx.set('Integrity-Policy', INTEGRITY_POLICY)
    const body = renderPage(await frameFor(choice, shell, ctx.path), pageConfigOf(deps), registry())
    ctx.state.timings = { registry: chosen - begun, render: performance.now() - chosen }
    ctx.status = 200
    ctx.body = body
  }
}
