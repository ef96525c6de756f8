import type { PageConfig, Release } from '@propsight/shared/contracts'
import type { Deps } from '../../deps.ts'
import { staticPagePolicy } from '../../http/security-headers.ts'
import { baseOf } from './catalogue/choice.ts'
import { pageConfigOf } from './page-config.ts'
import { configBlock, cutAtHead, escapeAttribute, preloads } from './render-page.ts'

type StaticPageDeps = Pick<Deps, 'env' | 'version' | 'mailbox' | 'dataSource'>

/** The page configuration. A page on the bundle origin needs the absolute address of the API. */
function staticConfig(deps: StaticPageDeps): PageConfig {
  const config = pageConfigOf(deps)
  const api = deps.env.BUNDLE_ORIGIN ? (deps.env.PUBLIC_URL ?? '') : ''
  return { ...config, apiUrl: api, supabaseUrl: config.supabaseUrl || api }
}

/**
 * Renders the static page next to the bundles, which starts the shell while the API is unavailable. It has no
 * visitor data; the shell uses the registry stored in the browser. The content security policy is a meta
 * element, because a file server does not send the API's headers.
 * @param html `index.html` of the shell release
 */
export function renderStaticPage(deps: StaticPageDeps, shell: Release, html: string): string {
  const base = baseOf(undefined, shell)
  const [before, after] = cutAtHead(html, shell, base)
  return [
    before,
    // First: the policy does not apply to elements before it, and the charset must be in the first kilobyte.
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(staticPagePolicy(deps.env))}">`,
    ...preloads(shell, base),
    configBlock(staticConfig(deps)),
    after,
  ].join('\n')
}
