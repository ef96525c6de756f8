import type { PageConfig, Release } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import { releaseBase } from './catalogue/choice.ts'
import { type Catalogue, readEntry } from './catalogue/load-catalogue.ts'
import { type PolicyEnv, staticPagePolicy } from './content-security-policy.ts'
import {
  buildPageConfig,
  configBlock,
  escapeAttribute,
  type PagePorts,
  preloads,
  splitAtHead,
} from './render-page.ts'
import type { BundleStore } from './store/bundle-store.ts'

type ConfigPorts = PagePorts & { readonly env: PolicyEnv }

/** The page configuration. A page on the bundle origin needs the absolute address of the API. */
function staticConfig(deps: ConfigPorts): PageConfig {
  const config = buildPageConfig(deps)
  const api = deps.env.BUNDLE_ORIGIN ? (deps.env.PUBLIC_URL ?? '') : ''
  // Its policy allows no service worker, and it is what the worker shows.
  return { ...config, serviceWorker: false, apiUrl: api, supabaseUrl: config.supabaseUrl || api }
}

/**
 * Renders the static page next to the bundles, which starts the shell while the API is unavailable. It has no
 * visitor data; the shell uses the registry stored in the browser. The content security policy is a meta
 * element, because a file server does not send the API's headers.
 * @param html `index.html` of the shell release
 */
export function renderStaticPage(deps: ConfigPorts, shell: Release, html: string): string {
  const base = releaseBase(undefined, shell)
  const [before, after] = splitAtHead(html, shell, base)
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

/** Pause after a failed write. */
const RETRY_MS = 60_000

export type StaticPagePorts = ConfigPorts & {
  readonly bundles: Pick<BundleStore, 'read' | 'writeIndex'>
  readonly log: Logger
}

async function writeStaticPage(deps: StaticPagePorts, shell: Release): Promise<void> {
  const html = await readEntry(deps.bundles, shell)
  await deps.bundles.writeIndex(renderStaticPage(deps, shell, html))
}

/**
 * Keeps the static page up to date with the live shell. It checks each new catalogue and writes the page when
 * the live shell or the page configuration has changed. Several instances may do so at once: they write the
 * same page.
 */
export function createStaticPageWriter(deps: StaticPagePorts): (catalogue: Catalogue) => void {
  let written: string | null = null
  let retryAt = 0
  let writing = Promise.resolve()
  return (catalogue) => {
    const shell = catalogue.liveShell
    if (!shell) return
    const current = `${shell.version} ${JSON.stringify(buildPageConfig(deps))}`
    if (current === written || performance.now() < retryAt) return
    written = current
    writing = writing
      .then(() => writeStaticPage(deps, shell))
      .catch((error: unknown) => {
        written = null
        retryAt = performance.now() + RETRY_MS
        deps.log.warn({ err: error, version: shell.version }, 'the static page could not be written')
      })
  }
}
