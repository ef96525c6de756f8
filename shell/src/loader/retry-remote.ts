import { createWritableValue } from '@propsight/shared/client'
import type { RegistryEntry } from '@propsight/shared/contracts'
import { forgetBroken } from './choose-release.ts'
import { preloadRemote } from './preload-remote.ts'

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
  forgetBroken(entry)
  // An override is not preloaded: only its view knows whether the signed-in user confirmed it (OverrideGate).
  if (!entry.override) preloadRemote(entry)
  counts.set({ ...counts.get(), [entry.name]: remoteRetries.of(entry.name) + 1 })
}
