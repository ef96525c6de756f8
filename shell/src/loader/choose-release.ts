import { createWritableValue } from '@propsight/shared/client'
import type { Readable, RegistryEntry } from '@propsight/shared/contracts'
import { releaseKey } from './release-records.ts'

const STORAGE_KEY = 'propsight.broken-releases'
/**
 * How long a failed release is skipped, ms. The network may have caused the failure, so a later reload tries
 * again.
 */
const REMEMBERED_MS = 10 * 60_000

/** Time of the failure by release key, milliseconds since the epoch. */
const broken = createWritableValue<ReadonlyMap<string, number>>(stored())
/** Releases that failed on this page and whose fallback was not announced to the user yet. */
const unannounced = new Set<string>()

function stored(): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
    for (const [key, at] of Object.entries(saved ?? {}))
      if (typeof at === 'number' && Date.now() - at < REMEMBERED_MS) found.set(key, at)
  } catch {
    // Storage is denied or holds invalid data: failures are remembered for this page only.
  }
  return found
}

function storeBroken(next: ReadonlyMap<string, number>): void {
  broken.set(next)
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(next)))
  } catch {
    // As above.
  }
}

/**
 * Releases that failed in this browser tab, so that neither this page nor a reload tries them first. Keyed by
 * version, so that a new version is tried.
 */
export const brokenReleases: Readable<ReadonlyMap<string, number>> = broken

/**
 * The release to show for an entry: the registered release, or its fallback after the registered one failed.
 */
export function chooseRelease(entry: RegistryEntry): RegistryEntry {
  // An override has no fallback: the developer must see the failure of the own code.
  const fallback = entry.override ? undefined : entry.fallback
  return fallback && broken.get().has(releaseKey(entry)) ? fallback : entry
}

/**
 * Marks a release as broken, so that its fallback is shown.
 * @returns whether there is a fallback
 */
export function markBroken(entry: RegistryEntry): boolean {
  // Without a network the fallback would fail too, and the release is not the cause.
  if (!entry.fallback || entry.override || !navigator.onLine) return false
  const key = releaseKey(entry)
  unannounced.add(key)
  storeBroken(new Map(broken.get()).set(key, Date.now()))
  return true
}

/** Clears the mark, because the user pressed Retry. */
export function clearBroken(entry: RegistryEntry): void {
  const next = new Map(broken.get())
  if (next.delete(releaseKey(entry))) storeBroken(next)
}

/** True once for a release that failed on this page: the caller then announces the fallback to the user. */
export const takeUnannounced = (entry: RegistryEntry): boolean => unannounced.delete(releaseKey(entry))
