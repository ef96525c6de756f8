import type { Deps } from '../deps.ts'
import type { ApiContext, ApiMiddleware } from '../http/context.ts'
import { pageConfigOf } from '../services/page-config.ts'
import { baseOf, SHELL_NAME } from '../services/release-catalogue.ts'
import { renderPage, unpublishedPage } from '../services/render-page.ts'

const NOT_PAGES = /^\/(api|auth|rest|storage|bundles|dev|health|ready|metrics)([/;]|$)/

/** Someone looks at an address, rather than a program asking for a file that is not there. */
function wantsPage(ctx: ApiContext): boolean {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false
  if (NOT_PAGES.test(ctx.path)) return false
  if (ctx.get('accept').includes('text/html')) return true
  return Boolean(ctx.accepts('html')) && !/\.[a-z0-9]+$/i.test(ctx.path)
}

/** Any address that no route took is the shell's: its page, made for this visitor. */
export const page =
  (deps: Deps): ApiMiddleware =>
  async (ctx, next) => {
    if (!wantsPage(ctx)) return next()
    ctx.state.route = 'page'
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('Cache-Control', 'private, no-store')
    const { shell, registry } = await deps.releases.read()
    if (!shell) {
      ctx.status = 503
      ctx.set('Retry-After', '5')
      ctx.body = unpublishedPage
      return
    }
    const html = await deps.bundles.readText(SHELL_NAME, shell.version, shell.entry)
    // The shell comes from the page's own origin, so that a second origin that is away takes no more than its remotes.
    const base = baseOf(undefined, shell)
    ctx.status = 200
    ctx.body = renderPage({ html, shell, base, registry, config: pageConfigOf(deps), path: ctx.path })
  }
