import { extname } from 'node:path'
import type { Page, Route } from '@playwright/test'
import type { Registry, RegistryEntry } from '@propsight/shared/contracts'
import type { ServedRelease } from './remote-files.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}
/** Page requests, as opposed to files of releases and requests to the API and the data service. */
export const PAGES = /^https?:\/\/[^/]+\/(?!(api|auth|rest|bundles)\/)/
export const REGISTRY_BLOCK = /(<script[^>]*id="propsight-registry"[^>]*>)(.*?)(<\/script>)/s

/** Interceptor for requests of release files: answers the request itself, or lets the file be served. */
export type FileInterceptor = (route: Route, file: string) => Promise<'answered' | 'untouched'>

export interface TestRegistry {
  /** Replaces the registry entry of the same name, or is added. */
  entry: RegistryEntry
  /** Set and cleared by a test while the page is open. */
  intercept: FileInterceptor | null
  /** Requested paths below `/bundles/`, in order. */
  requestedPaths: string[]
}

/** Serves the product's pages and its registry with the registry changed. */
export async function changeRegistry(page: Page, change: (registry: Registry) => Registry): Promise<void> {
  await page.route(PAGES, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(
      REGISTRY_BLOCK,
      (_all, open: string, json: string, close: string) =>
        open + JSON.stringify(change(JSON.parse(json))).replaceAll('<', '\\u003c') + close,
    )
    await route.fulfill({ response, body })
  })
  await page.route('**/api/remotes', async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    await route.fulfill({ response, json: change(await response.json()) })
  })
}

/**
 * Serves the product's page and registry with one remote replaced by releases from memory. The test can
 * answer any request for their files itself.
 * @param more further entries, listed in the registry without files
 */
export async function serveRegistry(
  page: Page,
  releases: ServedRelease[],
  more: readonly RegistryEntry[] = [],
): Promise<TestRegistry> {
  const [newest] = releases
  if (!newest) throw new Error('no release to serve')
  const served: TestRegistry = { entry: newest.entry, intercept: null, requestedPaths: [] }
  const change = (registry: Registry): Registry => ({
    ...registry,
    remotes: [...registry.remotes.filter(({ name }) => name !== served.entry.name), served.entry, ...more],
  })

  await changeRegistry(page, change)
  await page.route(`**/bundles/${newest.entry.name}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice('/bundles/'.length)
    const release = releases.find(({ entry }) => path.startsWith(`${entry.name}/${entry.version}/`))
    if (!release) return route.fallback()
    served.requestedPaths.push(path)
    const file = path.slice(`${release.entry.name}/${release.entry.version}/`.length)
    // Only the newest release is broken; the fallback release works.
    if (release === newest && (await served.intercept?.(route, file)) === 'answered') return
    const body = release.files.get(file)
    if (!body) return route.fulfill({ status: 404 })
    await route.fulfill({
      body,
      headers: {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
      },
    })
  })
  return served
}
