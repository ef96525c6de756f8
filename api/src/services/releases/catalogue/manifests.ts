import { createHash } from 'node:crypto'
import { manifestSchema, type Release } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { BundleStore } from '../store/bundle-store.ts'

/** A manifest beyond this is left for the browser to fetch: it would be in every visitor's page. */
const MAX_INLINED_CHARS = 64_000

const idOf = ({ name, version }: Release) => `${name}@${version}`

/** The manifests of the releases that are served now, as far as shells read them. */
export interface ManifestCache {
  /** Reads what is missing and forgets what is not asked for any more. Never rejects. */
  load(releases: Release[]): Promise<void>
  /** Undefined where it is not at hand: the shell fetches it then. */
  get(release: Release): unknown
}

/** Reads manifests from the bundle store, each against the hash that its release promises. */
export function createManifestCache(bundles: Pick<BundleStore, 'readText'>, log: Logger): ManifestCache {
  let known = new Map<string, unknown>()

  const read = async (release: Release): Promise<unknown> => {
    try {
      const text = await bundles.readText(release.name, release.version, release.entry)
      const promised = release.integrity[release.entry]
      const actual = `sha384-${createHash('sha384').update(text).digest('base64')}`
      if (promised !== undefined && promised !== actual) throw new Error('its integrity differs')
      if (text.length > MAX_INLINED_CHARS) throw new Error('it is too large')
      return manifestSchema.parse(JSON.parse(text))
    } catch (error) {
      // Another instance, or the bundles' own origin, may hold the files.
      log.debug({ err: error, release: idOf(release) }, 'a manifest is not inlined')
      return undefined
    }
  }

  return {
    async load(releases) {
      // A container without a manifest is its own entry.
      const wanted = releases.filter(({ globalName, placement }) => globalName === null && placement !== null)
      const entries = await Promise.all(
        wanted.map(async (release) => {
          const id = idOf(release)
          return [id, known.get(id) ?? (await read(release))] as const
        }),
      )
      known = new Map(entries.filter(([, manifest]) => manifest !== undefined))
    },
    get: (release) => known.get(idOf(release)),
  }
}
