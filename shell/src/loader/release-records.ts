import { DEV_VERSION, type RegistryEntry } from '@propsight/shared/contracts'

const mounted = new Map<string, number>()

interface MountWatcher {
  onMount(release: string): void
  /** Called when the last one ends. */
  onUnmount(release: string): void
}
const watchers: MountWatcher[] = []
/** Watches all mounts until the page ends. Releases that are mounted already are mounts, too. */
export const watchMounts = (watcher: MountWatcher): void => {
  watchers.push(watcher)
  for (const release of mounted.keys()) watcher.onMount(release)
}

/** The release of the screen or overlay that was mounted last. */
let latest: string | undefined
export const latestMounted = (): string | undefined => latest

/**
 * Records that a release (`name@version`) is mounted. @returns records its unmount
 * @param isPart whether it is mounted on the screen of another remote
 */
export function recordMounted(release: string, isPart = false): () => void {
  mounted.set(release, (mounted.get(release) ?? 0) + 1)
  if (!isPart) latest = release
  for (const { onMount } of watchers) onMount(release)
  return () => {
    const remaining = (mounted.get(release) ?? 1) - 1
    if (remaining > 0) mounted.set(release, remaining)
    else {
      mounted.delete(release)
      for (const { onUnmount } of watchers) onUnmount(release)
    }
  }
}

/** Whether a release is mounted. Its code and styles must not be removed while it is. */
export const isMounted = (release: string): boolean => mounted.has(release)

export interface Asset {
  /** URL to request. Has a new query after a failed load. */
  url: string
  integrity: string | undefined
  /** Release of the file, `name@version`. */
  release: string
}

/** A hash that no file has. The browser refuses a file that its release does not list. */
const NEVER_MATCHING_HASH = `sha384-${'A'.repeat(64)}`

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):/
/**
 * Releases remembered. A removed release stays known for a while, because a late chunk of it may still be
 * inserted.
 */
const MAX_RELEASES = 40

interface RegisteredRelease {
  base: string
  integrity: RegistryEntry['integrity']
  attempt: number
  /** A file that did not load in time. */
  late: string | null
}
const releases = new Map<string, RegisteredRelease>()

export const releaseKey = ({ name, version }: Pick<RegistryEntry, 'name' | 'version'>): string =>
  `${name}@${version}`

export const isDevelopment = ({ version }: RegistryEntry): boolean => version === DEV_VERSION

/**
 * Whether a remote runs from a developer's machine (`npm run dev` or override). Such a remote is never
 * replaced.
 */
export const isDeveloperMachine = (entry: RegistryEntry): boolean =>
  entry.override === true || isDevelopment(entry)

export const absoluteBase = ({ base }: Pick<RegistryEntry, 'base'>): string =>
  new URL(base.endsWith('/') ? base : `${base}/`, document.baseURI).href

/**
 * A developer's server: another port of this machine. Its files change with every edit, so they have no
 * hashes.
 */
const isDevServer = (base: string): boolean => LOOPBACK.test(base) && !base.startsWith(`${location.origin}/`)

/** Finds the release, hash and retry URL of a file by its URL; undefined for other files. */
export function findAsset(url: string): Asset | undefined {
  const address = new URL(url, document.baseURI)
  address.search = ''
  address.hash = ''
  const plain = address.href
  for (const [release, { base, integrity, attempt }] of releases) {
    if (!plain.startsWith(base)) continue
    // Only a developer's server has no hashes; a release has a hash for every file.
    const unhashed = Object.keys(integrity).length === 0 && isDevServer(base)
    return {
      url: attempt ? `${plain}?r=${attempt}` : new URL(url, document.baseURI).href,
      integrity: integrity[plain.slice(base.length)] ?? (unhashed ? undefined : NEVER_MATCHING_HASH),
      release,
    }
  }
  return undefined
}

/** The address of the files of a release, with a slash at its end. */
export const baseOf = (release: string): string | undefined => releases.get(release)?.base

/** The release (`name@version`) whose files a text, such as a stack, names first; or null. */
export function releaseNamedIn(text: string): string | null {
  let first: { at: number; release: string } | null = null
  for (const [release, { base }] of releases) {
    const at = text.indexOf(base)
    if (at >= 0 && (!first || at < first.at)) first = { at, release }
  }
  return first?.release ?? null
}

/**
 * Registers the files of a release, before any of them is requested. `attempt` is the number of failed loads.
 */
export function registerRelease(entry: RegistryEntry, attempt: number): void {
  const key = releaseKey(entry)
  releases.delete(key)
  releases.set(key, { base: absoluteBase(entry), integrity: entry.integrity, attempt, late: null })
  const [oldest] = releases.keys()
  if (oldest && releases.size > MAX_RELEASES) releases.delete(oldest)
}

/** Records a file that did not load in time, for the error report. */
export function recordLateFile(release: string, url: string): void {
  const registered = releases.get(release)
  if (registered) registered.late = url.slice(registered.base.length).replace(/\?.*$/, '')
}

/** The file of a release that did not load in time, or null. */
export const lateFile = (entry: RegistryEntry): string | null => releases.get(releaseKey(entry))?.late ?? null
