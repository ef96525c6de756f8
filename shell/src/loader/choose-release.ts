import { createWritableValue } from '@propsight/shared/client'
import type { Readable, RegistryEntry } from '@propsight/shared/contracts'
import { hungRelease } from './hang-mark.ts'
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

if (hungRelease) storeBroken(new Map(broken.get()).set(hungRelease, Date.now()))

/**
 * Releases that failed in this browser tab, so that neither this page nor a reload tries them first. Keyed by
 * version, so that a new version is tried.
 */
export const brokenReleases: Readable<ReadonlyMap<string, number>> = broken

interface FurtherFallbacks {
  releases: readonly RegistryEntry[]
  ticket: string
}
/** Releases beyond the fallback of an entry, by release key of the entry. Requested when the fallback fails, too. */
const further = new Map<string, FurtherFallbacks>()

/** The releases of an entry in the order in which they are tried. */
function releasesToTry(entry: RegistryEntry): RegistryEntry[] {
  // An override has no fallback: the developer must see the failure of the own code.
  if (entry.override || !entry.fallback) return [entry]
  return [entry, entry.fallback, ...(further.get(releaseKey(entry))?.releases ?? [])]
}

/**
 * The release to show for an entry: the registered release, or after it failed the next one that did not fail in
 * this browser tab. When all failed it is the last one.
 */
export function chooseRelease(entry: RegistryEntry): RegistryEntry {
  const releases = releasesToTry(entry)
  return releases.find((release) => !broken.get().has(releaseKey(release))) ?? releases.at(-1) ?? entry
}

const hasUnbroken = (entry: RegistryEntry): boolean =>
  releasesToTry(entry).some((release) => !broken.get().has(releaseKey(release)))

/**
 * Marks a release of an entry as broken, so that the next one is shown. Requests further releases when the
 * registered release and its fallback failed.
 * @param release the registered release or one of its fallbacks
 * @returns whether there is another release to show
 */
export async function markBroken(entry: RegistryEntry, release: RegistryEntry): Promise<boolean> {
  // Without a network the other releases would fail too, and this one is not the cause.
  if (!entry.fallback || entry.override || !navigator.onLine) return false
  const key = releaseKey(entry)
  unannounced.add(key)
  storeBroken(new Map(broken.get()).set(releaseKey(release), Date.now()))
  if (hasUnbroken(entry)) return true
  if (further.has(key)) return false
  const known = releasesToTry(entry).map(({ version }) => version)
  try {
    // A separate chunk, because few visitors need it.
    const { fetchFallbacks } = await import(/* webpackChunkName: "loader" */ './fetch-fallbacks.ts')
    const { releases, ticket } = await fetchFallbacks(entry.name)
    further.set(key, { releases: releases.filter(({ version }) => !known.includes(version)), ticket })
  } catch {
    // The API does not answer: the error panel is shown, and Retry starts again.
    return false
  }
  // Views choose again, because the list of releases changed.
  broken.set(new Map(broken.get()))
  return hasUnbroken(entry)
}

/** The ticket for load reports about a further fallback; undefined for releases of the registry. */
export function fallbackTicket({
  name,
  version,
}: Pick<RegistryEntry, 'name' | 'version'>): string | undefined {
  const lists = [...further.values()].filter(({ releases }) =>
    releases.some((release) => release.name === name && release.version === version),
  )
  return lists.at(-1)?.ticket
}

/** Clears the marks of all releases of an entry, because the user pressed Retry. */
export function clearBroken(entry: RegistryEntry): void {
  const next = new Map(broken.get())
  const cleared = releasesToTry(entry).filter((release) => next.delete(releaseKey(release)))
  further.delete(releaseKey(entry))
  if (cleared.length > 0) storeBroken(next)
}

/** True once for a release that failed on this page: the caller then announces the fallback to the user. */
export const takeUnannounced = (entry: RegistryEntry): boolean => unannounced.delete(releaseKey(entry))
