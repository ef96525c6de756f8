import { getInstance } from '@module-federation/enhanced/runtime'
import { chooseRelease } from '../choose-release.ts'
import { removeLease } from '../lease/lease.ts'
import { listReleases, removeReleaseRecords } from '../load-release.ts'
import type { RegistryState } from '../registry-store.ts'
import { findAsset, isMounted, releaseKey } from '../release-records.ts'

type Instance = NonNullable<ReturnType<typeof getInstance>>

/**
 * Removes every release that is neither mounted nor named by a registry entry. This bounds the page's memory.
 */
export function removeUnusedReleases({ registry, newest }: Pick<RegistryState, 'registry' | 'newest'>): void {
  const entries = [...(registry?.remotes ?? []), ...(newest?.remotes ?? [])]
  const needed = new Set(entries.flatMap((entry) => [releaseKey(entry), releaseKey(chooseRelease(entry))]))
  for (const release of listReleases())
    if (!needed.has(release) && !isMounted(release)) removeRelease(release)
}

/** Removes a release's scripts, style sheets and containers, and the runtime's records of them. */
export function removeRelease(release: string): void {
  for (const element of document.querySelectorAll<HTMLElement>('script[src], link[href]')) {
    const address = element.getAttribute(element instanceof HTMLScriptElement ? 'src' : 'href')
    if (address && findAsset(address)?.release === release) element.remove()
  }
  removeLease(release)
  const host = getInstance()
  for (const container of removeReleaseRecords(release)) {
    if (host) {
      forgetContainer(host, container.name)
      forgetInstances(host, container.globalName)
    }
    removeGlobals(container.globalName)
  }
}

/** Removes the host's records of a container. The runtime's `removeRemote` is not public; these maps are. */
function forgetContainer(host: Instance, name: string): void {
  const { remotes } = host.options
  const at = remotes.findIndex((remote) => remote.name === name)
  if (at >= 0) remotes.splice(at, 1)
  host.moduleCache.delete(name)
  const { idToRemoteMap } = host.remoteHandler
  for (const [id, remote] of Object.entries(idToRemoteMap)) if (remote.name === name) delete idToRemoteMap[id]
  for (const key of Object.keys(globalThis.__GLOBAL_LOADING_REMOTE_ENTRY__))
    if (key.startsWith(`${name}:`)) delete globalThis.__GLOBAL_LOADING_REMOTE_ENTRY__[key]
}

/**
 * Removes the runtime instance of a container. A container that is built with the federation runtime creates
 * its own instance, is recorded as a user of shared packages (`useIn`), and may have added packages to the
 * host's share scope. Changes by a plain webpack container cannot be undone.
 */
function forgetInstances(host: Instance, name: string): void {
  const { __INSTANCES__: instances, __SHARE__: scopes } = globalThis.__FEDERATION__
  for (const instance of instances.filter((each) => each.name === name)) {
    instances.splice(instances.indexOf(instance), 1)
    // Instances of one runtime share one id, so the entry is removed only if it is the scope of this
    // instance.
    for (const [id, scope] of Object.entries(scopes)) if (scope === instance.shareScopeMap) delete scopes[id]
  }
  for (const versions of Object.values(host.shareScopeMap).flatMap((scope) => Object.values(scope)))
    for (const [version, shared] of Object.entries(versions)) {
      if (!Array.isArray(shared.useIn)) continue
      shared.useIn = shared.useIn.filter((user) => user !== name)
      if (shared.from === name && shared.useIn.length === 0) delete versions[version]
    }
}

/**
 * Removes the container's global and its chunk array. The build chooses the name of the chunk array, but the
 * name must contain the container's name, or two releases of a remote would share their chunks.
 */
function removeGlobals(globalName: string): void {
  for (const key of Object.keys(globalThis)) {
    const isRegister = key.includes(globalName) && Array.isArray(Reflect.get(globalThis, key))
    // A global declared with `var` cannot be deleted, so its value is cleared.
    if ((isRegister || key === globalName) && !Reflect.deleteProperty(globalThis, key))
      Reflect.set(globalThis, key, undefined)
  }
}
