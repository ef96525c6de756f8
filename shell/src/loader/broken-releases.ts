import { createValue } from '@propsight/shared/client'
import type { Readable, RegistryEntry } from '@propsight/shared/contracts'
import { releaseKey } from './release-assets.ts'

const STORAGE_KEY = 'propsight.broken-releases'
/** A failure may have been the network's: after this a reload tries the release again. */
const REMEMBERED_MS = 10 * 60_000

/** When each was given up, by release, in milliseconds since the epoch. */
const broken = createValue<ReadonlyMap<string, number>>(stored())
/** Given up on this page, and nobody told yet. */
const untold = new Set<string>()

function stored(): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
    for (const [key, at] of Object.entries(kept ?? {}))
      if (typeof at === 'number' && Date.now() - at < REMEMBERED_MS) found.set(key, at)
  } catch {
    // Storage is denied, or holds something else: this page remembers by itself.
  }
  return found
}

function remember(next: ReadonlyMap<string, number>): void {
  broken.set(next)
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(next)))
  } catch {
    // As above.
  }
}

/**
 * Releases that failed in this browser, so that neither this page nor a reload tries them first. By version: a new
 * one starts with a clean record.
 */
export const brokenReleases: Readable<ReadonlyMap<string, number>> = broken

/** The release to show for an entry: its own, or the one before while its own is known to fail. */
export function chooseRelease(entry: RegistryEntry): RegistryEntry {
  // A developer wants to see what their own machine serves, and nothing in its place.
  const fallback = entry.override ? undefined : entry.fallback
  return fallback && broken.get().has(releaseKey(entry)) ? fallback : entry
}

/**
 * Gives a release up in favour of the one before.
 * @returns whether there is one to show instead
 */
export function giveUp(entry: RegistryEntry): boolean {
  // Without a network the one before would not load either, and this one is not to blame.
  if (!entry.fallback || entry.override || !navigator.onLine) return false
  const key = releaseKey(entry)
  untold.add(key)
  remember(new Map(broken.get()).set(key, Date.now()))
  return true
}

/** Tries a release again: the user asked for it. */
export function forgetBroken(entry: RegistryEntry): void {
  const next = new Map(broken.get())
  if (next.delete(releaseKey(entry))) remember(next)
}

/** True once for a release that was given up on this page: whoever asks tells the user. */
export const isUntold = (entry: RegistryEntry): boolean => untold.delete(releaseKey(entry))
