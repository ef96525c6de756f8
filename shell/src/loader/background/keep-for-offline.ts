import type { Logger } from '@propsight/shared/client'
import type { Registry } from '@propsight/shared/contracts'
import { chooseRelease } from '../choose-release.ts'
import type { RegistryStore } from '../registry-store.ts'
import { absoluteBase } from '../release-records.ts'

const WORKER = '/service-worker.js'
const BUNDLES = '/bundles/'

/** The releases that a page without a network would show: those of the registry that the browser stores. */
function storedReleases({ remotes, preview }: Registry) {
  return remotes
    .filter((entry) => !entry.override && entry.name !== preview?.name)
    .map((entry) => {
      const { entry: manifest, preload, ...release } = chooseRelease(entry)
      return {
        base: absoluteBase(release),
        isTab: entry.placement.mount === 'tab',
        files: [manifest, ...preload],
      }
    })
}

/**
 * Registers the service worker that opens the product without a network, and tells it which files to keep: those that
 * this page has loaded or loads later, and of every tab what its first view needs.
 */
export async function keepForOffline(registry: Pick<RegistryStore, 'get'>, log: Logger): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    // Without the browser's cache, so that a release or the end of the worker reaches it with the next page.
    await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    const keep = (loaded: string[]) => {
      const shown = registry.get().registry
      if (!shown) return
      const releases = storedReleases(shown)
      const tabs = releases.flatMap(({ isTab, base, files }) =>
        isTab ? files.map((file) => base + file) : [],
      )
      active?.postMessage({ files: [...tabs, ...loaded], releases: releases.map(({ base }) => base) })
    }
    new PerformanceObserver((list) => {
      const names = list.getEntries().map(({ name }) => name)
      const loaded = names.filter((name) => new URL(name).pathname.startsWith(BUNDLES))
      if (loaded.length > 0) keep(loaded)
    }).observe({ type: 'resource', buffered: true })
  } catch (error) {
    // Private windows may refuse it. The page works without.
    log('service worker', error)
  }
}
