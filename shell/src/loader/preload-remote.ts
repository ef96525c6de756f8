import type { RegistryEntry } from '@propsight/shared/contracts'
import { chooseRelease, giveUp } from './choose-release.ts'
import { loadRelease } from './load-release.ts'

/**
 * Loads a remote before it is opened, for example when pointer or focus enters its tab. A failure is not
 * shown here: the view that opens the remote tries again and shows it. After a failure the fallback is
 * preloaded.
 */
export function preloadRemote(entry: RegistryEntry): void {
  const release = chooseRelease(entry)
  const fallbackOf = release === entry ? undefined : entry.version
  loadRelease(release, fallbackOf).catch(() => {
    if (!fallbackOf && giveUp(entry)) preloadRemote(entry)
  })
}
