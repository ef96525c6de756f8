import type { Release } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { Deps } from '../../deps.ts'
import { pageConfigOf } from './page-config.ts'
import { renderStaticPage } from './render-page-static.ts'
import type { Catalogue } from './catalogue/load-catalogue.ts'

/** Pause after a failed write. */
const RETRY_MS = 60_000

type PageDeps = Pick<Deps, 'env' | 'version' | 'mailbox' | 'dataSource' | 'bundles'>

async function writeStaticPage(deps: PageDeps, shell: Release): Promise<void> {
  const html = await deps.bundles.readText(shell.name, shell.version, shell.entry)
  await deps.bundles.writeIndex(renderStaticPage(deps, shell, html))
}

/**
 * Keeps the static page up to date with the live shell. It checks each new catalogue and writes the page when
 * the live shell or the page configuration has changed. Several instances may do so at once: they write the
 * same page.
 */
export function keepStaticPage(deps: PageDeps & { log: Logger }): (catalogue: Catalogue) => void {
  let written: string | null = null
  let retryAt = 0
  let writing = Promise.resolve()
  return (catalogue) => {
    const shell = catalogue.liveShell
    const wanted = shell && `${shell.version} ${JSON.stringify(pageConfigOf(deps))}`
    if (!shell || wanted === written || performance.now() < retryAt) return
    written = wanted
    writing = writing
      .then(() => writeStaticPage(deps, shell))
      .catch((error: unknown) => {
        written = null
        retryAt = performance.now() + RETRY_MS
        deps.log.warn({ err: error, version: shell.version }, 'the static page could not be written')
      })
  }
}
