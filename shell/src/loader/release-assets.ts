import { DEV_VERSION, type RegistryEntry } from '@propsight/shared/contracts'

export interface Asset {
  /** The address to ask, fresh after a failure. */
  url: string
  integrity: string | undefined
  /** Whose file it is, `name@version`. */
  release: string
}

/** No file has it, so a file that the registry does not know is refused by the browser. */
const MATCHES_NOTHING = `sha384-${'A'.repeat(64)}`

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):/
/** Releases that were taken out of the page may still have a late chunk on its way. */
const MOST = 40

interface Known {
  base: string
  integrity: RegistryEntry['integrity']
  attempt: number
  /** A file that was given up because nothing came. */
  late: string | null
}
const releases = new Map<string, Known>()

export const releaseKey = ({ name, version }: Pick<RegistryEntry, 'name' | 'version'>): string =>
  `${name}@${version}`

export const isDevelopment = ({ version }: RegistryEntry): boolean => version === DEV_VERSION

/** Served by a developer's machine, in `npm run dev` or as an override: it changes by itself and is never swapped. */
export const isOwnMachine = (entry: RegistryEntry): boolean => entry.override === true || isDevelopment(entry)

export const absoluteBase = ({ base }: Pick<RegistryEntry, 'base'>): string =>
  new URL(base.endsWith('/') ? base : `${base}/`, document.baseURI).href

/** Another port of this machine: a developer's server, whose files change with every edit. */
const isDevServer = (base: string): boolean => LOOPBACK.test(base) && !base.startsWith(`${location.origin}/`)

/** What is known of a file by its address: the release's hash of it, and how often loading that release failed. */
export function assetOf(url: string): Asset | undefined {
  const address = new URL(url, document.baseURI)
  address.search = ''
  address.hash = ''
  const plain = address.href
  for (const [release, { base, integrity, attempt }] of releases) {
    if (!plain.startsWith(base)) continue
    // A developer's remote comes without hashes; a release has them all.
    const unhashed = Object.keys(integrity).length === 0 && isDevServer(base)
    return {
      url: attempt ? `${plain}?r=${attempt}` : new URL(url, document.baseURI).href,
      integrity: integrity[plain.slice(base.length)] ?? (unhashed ? undefined : MATCHES_NOTHING),
      release,
    }
  }
  return undefined
}

/** The release, `name@version`, whose files a text names first (a stack), or null. */
export function releaseNamedIn(text: string): string | null {
  let first: { at: number; release: string } | null = null
  for (const [release, { base }] of releases) {
    const at = text.indexOf(base)
    if (at >= 0 && (!first || at < first.at)) first = { at, release }
  }
  return first?.release ?? null
}

/** Makes a release's files known, before any of them is asked for. */
export function knowRelease(entry: RegistryEntry, attempt: number): void {
  const key = releaseKey(entry)
  releases.delete(key)
  releases.set(key, { base: absoluteBase(entry), integrity: entry.integrity, attempt, late: null })
  const [oldest] = releases.keys()
  if (oldest && releases.size > MOST) releases.delete(oldest)
}

/** Notes that a file of a release was given up: its address is what a report names. */
export function noteLate(release: string, url: string): void {
  const known = releases.get(release)
  if (known) known.late = url.slice(known.base.length).replace(/\?.*$/, '')
}

/** The file of a release that did not come in time, or null. */
export const lateFile = (entry: RegistryEntry): string | null => releases.get(releaseKey(entry))?.late ?? null
