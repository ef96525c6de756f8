import { createValue } from '@propsight/shared/client'
import type { RegistryEntry } from '@propsight/shared/contracts'
import { forgetBroken } from './broken-releases.ts'
import { preloadRemote } from './preload.ts'

const counts = createValue<Readonly<Record<string, number>>>({})

/** How often a remote was told to try again from outside of its own panel. */
export const remoteRetries = {
  of: (name: string): number => counts.get()[name] ?? 0,
  subscribe: counts.subscribe,
}

/** Tries a remote's own release again, wherever it shows. */
export function retryRemote(entry: RegistryEntry): void {
  forgetBroken(entry)
  // A developer's own machine is asked by the view alone, which knows who sits in front of it.
  if (!entry.override) preloadRemote(entry)
  counts.set({ ...counts.get(), [entry.name]: remoteRetries.of(entry.name) + 1 })
}
