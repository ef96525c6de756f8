import type { RegistryEntry } from '@propsight/shared/contracts'

export interface Asset {
  /** The address to ask, fresh after a failure. */
  url: string
  integrity: string | undefined
}

type Guard = (url: string) => Asset | undefined
declare global {
  var __propsightAsset: Guard | undefined
}

/** No file has it, so a file that the registry does not know is refused by the browser. */
const MATCHES_NOTHING = `sha384-${'A'.repeat(64)}`

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):/

interface Known {
  base: string
  integrity: RegistryEntry['integrity']
  attempt: number
}
const releases = new Map<string, Known>()

export const releaseKey = ({ name, version }: Pick<RegistryEntry, 'name' | 'version'>): string =>
  `${name}@${version}`

export const absoluteBase = ({ base }: Pick<RegistryEntry, 'base'>): string =>
  new URL(base.endsWith('/') ? base : `${base}/`, document.baseURI).href

/** Another port of this machine: a developer's server, whose files change with every edit. */
const isDevServer = (base: string): boolean => LOOPBACK.test(base) && !base.startsWith(`${location.origin}/`)

/** What is known of a file by its address: the release's hash of it, and how often loading that release failed. */
export const assetOf: Guard = (url) => {
  const address = new URL(url, document.baseURI)
  address.search = ''
  const plain = address.href
  const release = [...releases.values()].find(({ base }) => plain.startsWith(base))
  if (!release) return undefined
  const listed = release.integrity[plain.slice(release.base.length)]
  // A developer's remote comes without hashes; a release has them all.
  const unhashed = Object.keys(release.integrity).length === 0 && isDevServer(release.base)
  return {
    url: release.attempt ? `${plain}?r=${release.attempt}` : plain,
    integrity: listed ?? (unhashed ? undefined : MATCHES_NOTHING),
  }
}

/** Makes a release's files known, before any of them is asked for. */
export function knowRelease(entry: RegistryEntry, attempt: number): void {
  // The build of every remote asks here before it loads a chunk or a style sheet.
  globalThis.__propsightAsset = assetOf
  releases.set(releaseKey(entry), { base: absoluteBase(entry), integrity: entry.integrity, attempt })
}
