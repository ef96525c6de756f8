import { getInstance } from '@module-federation/enhanced/runtime'
import { chooseRelease } from '../broken-releases.ts'
import { isMounted } from '../mounted-releases.ts'
import type { RegistryState } from '../registry-store.ts'
import { assetOf, releaseKey } from '../release-assets.ts'
import { forgetRelease, knownReleases } from '../runtime.ts'

type Instance = NonNullable<ReturnType<typeof getInstance>>

/** Takes every release out of the page that nothing shows and no registry entry names: its place is bounded so. */
export function sweepReleases({ registry, newest }: Pick<RegistryState, 'registry' | 'newest'>): void {
  const entries = [...(registry?.remotes ?? []), ...(newest?.remotes ?? [])]
  const needed = new Set(entries.flatMap((entry) => [releaseKey(entry), releaseKey(chooseRelease(entry))]))
  for (const release of knownReleases())
    if (!needed.has(release) && !isMounted(release)) disposeRelease(release)
}

/** Removes a release's scripts and style sheets, its containers and all that the runtime keeps of them. */
export function disposeRelease(release: string): void {
  for (const element of document.querySelectorAll<HTMLElement>('script[src], link[href]')) {
    const address = element.getAttribute(element instanceof HTMLScriptElement ? 'src' : 'href')
    if (address && assetOf(address)?.release === release) element.remove()
  }
  const host = getInstance()
  for (const container of forgetRelease(release)) {
    if (host) {
      forgetContainer(host, container.name)
      forgetInstances(host, container.globalName)
    }
    removeGlobals(container.globalName)
  }
}

/** What the host knows of a container. Its own `removeRemote` is no part of the public interface, these maps are. */
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
 * A container built with the federation runtime makes an instance of its own. It signs what it uses of the host's
 * share scope, and may have added to it; a plain webpack container does neither in a way that could be undone.
 */
function forgetInstances(host: Instance, name: string): void {
  const { __INSTANCES__: instances, __SHARE__: scopes } = globalThis.__FEDERATION__
  for (const instance of instances.filter((each) => each.name === name)) {
    instances.splice(instances.indexOf(instance), 1)
    // Instances of one runtime are filed under one id: this may be the host's entry.
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
 * The container's global and the register of its chunks. The register's name is the build's own, but has to carry the
 * release as the container's has, or two releases of a remote would share their chunks.
 */
function removeGlobals(globalName: string): void {
  for (const key of Object.keys(globalThis)) {
    const isRegister = key.includes(globalName) && Array.isArray(Reflect.get(globalThis, key))
    // Declared with `var` it cannot be deleted, but emptied.
    if ((isRegister || key === globalName) && !Reflect.deleteProperty(globalThis, key))
      Reflect.set(globalThis, key, undefined)
  }
}
