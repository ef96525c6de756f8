import type { RegistryEntry } from '@propsight/shared/contracts'
import { chooseRelease, giveUp } from './broken-releases.ts'
import { loadRelease } from './runtime.ts'

/**
 * Loads a remote before it is opened, when a pointer or the focus comes near its tab. A failure is not shown here: the
 * view that opens it tries again and says so, with the release before where there is one.
 */
export function preloadRemote(entry: RegistryEntry): void {
  const release = chooseRelease(entry)
  const fallbackOf = release === entry ? undefined : entry.version
  loadRelease(release, fallbackOf).catch(() => {
    if (!fallbackOf && giveUp(entry)) preloadRemote(entry)
  })
}
