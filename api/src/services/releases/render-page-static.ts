import type { PageConfig, Release } from '@propsight/shared/contracts'
import type { Deps } from '../../deps.ts'
import { staticPagePolicy } from '../../http/security-headers.ts'
import { baseOf } from './catalogue/choice.ts'
import { pageConfigOf } from './page-config.ts'
import { configBlock, cutAtHead, escapeAttribute, preloads } from './render-page.ts'

type StaticPageDeps = Pick<Deps, 'env' | 'version' | 'mailbox' | 'dataSource'>

/** Served by another origin than the API, the page has to name the API. */
function staticConfig(deps: StaticPageDeps): PageConfig {
  const config = pageConfigOf(deps)
  const api = deps.env.BUNDLE_ORIGIN ? (deps.env.PUBLIC_URL ?? '') : ''
  return { ...config, apiUrl: api, supabaseUrl: config.supabaseUrl || api }
}

/**
 * The page that lies beside the bundles and starts the shell while the API is away: without anything of a visitor.
 * The registry is the one that the browser kept. Its policy is part of it, since no header of ours comes along.
 * @param html the shell release's `index.html`
 */
export function renderStaticPage(deps: StaticPageDeps, shell: Release, html: string): string {
  const base = baseOf(undefined, shell)
  const [before, after] = cutAtHead(html, shell, base)
  return [
    before,
    // First: what stands above it is not under it, and the character set must be within the first kilobyte.
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(staticPagePolicy(deps.env))}">`,
    ...preloads(shell, base),
    configBlock(staticConfig(deps)),
    after,
  ].join('\n')
}
