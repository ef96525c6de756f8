import { createHash } from 'node:crypto'
import { manifestSchema, type Release } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { BundleStore } from '../store/bundle-store.ts'

/**
 * Larger manifests are not inlined, because every page would contain them. The browser fetches them instead.
 */
const MAX_INLINED_CHARS = 64_000

const idOf = ({ name, version }: Release) => `${name}@${version}`

/** The manifests of the served releases, reduced to the fields that the shell reads. */
export interface ManifestCache {
  /** Reads missing manifests and drops those of releases not in the list. Never rejects. */
  load(releases: Release[]): Promise<void>
  /** The manifest, or undefined if it is not cached; the shell fetches it then. */
  get(release: Release): unknown
}

/** Reads manifests from the bundle store and checks each against the integrity hash of its release. */
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
      // The files may be on another instance or on the bundle origin.
      log.debug({ err: error, release: idOf(release) }, 'a manifest is not inlined')
      return undefined
    }
  }

  return {
    async load(releases) {
      // A release with a global name is a container without manifest.
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
