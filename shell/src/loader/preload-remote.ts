import { createWritableValue } from '@propsight/shared/client'
import type { RegistryEntry } from '@propsight/shared/contracts'
import { chooseRelease, clearBroken, markBroken } from './choose-release.ts'
import { loadRelease } from './load-release.ts'

const counts = createWritableValue<Readonly<Record<string, number>>>({})

/**
 * Number of retries of a remote that were requested outside of its error panel. A change remounts its view.
 */
export const remoteRetries = {
  of: (name: string): number => counts.get()[name] ?? 0,
  subscribe: counts.subscribe,
}

/** Loads the registered release of a remote again and remounts all its views. */
export function retryRemote(entry: RegistryEntry): void {
  clearBroken(entry)
  // An override is not preloaded: only its view knows whether the signed-in user confirmed it (OverrideGate).
  if (!entry.override) preloadRemote(entry)
  counts.set({ ...counts.get(), [entry.name]: remoteRetries.of(entry.name) + 1 })
}

/**
 * Loads a remote before it is opened, for example when pointer or focus enters its tab. A failure is not
 * shown here: the view that opens the remote tries again and shows it. After a failure the next release is
 * preloaded.
 */
export function preloadRemote(entry: RegistryEntry): void {
  const release = chooseRelease(entry)
  const fallbackOf = release === entry ? undefined : entry.version
  loadRelease(release, fallbackOf).catch(async () => {
    if (await markBroken(entry, release)) preloadRemote(entry)
  })
}
