import type { FallbacksResponse, Release } from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import type { ReleasesRepository } from '../../../repositories/releases.ts'
import type { ServedVersions } from '../tickets.ts'
import { type ConfigValues, serveRelease } from './choice.ts'

/** Releases offered to one browser. As many are kept at any age. */
const MAX_FALLBACKS = 10
/** Cache time. While a remote is broken for all visitors, each of them requests this list. */
const FRESH_MS = 5_000
const MAX_REMOTES = 200

interface FallbackList<Listed = FallbacksResponse['releases'][number]> {
  releases: Listed[]
  /** The versions, for the ticket. */
  served: ServedVersions
}

export interface Fallbacks {
  /** The retained releases of a remote, last live first; null if it has no live release. */
  of(name: string, values?: ConfigValues): Promise<FallbackList | null>
}

/**
 * The releases beyond the fallback in the registry, for browsers in which both releases of the registry failed.
 * They are not part of the registry, because each of them would add its list of hashes to every page.
 */
export function createFallbacks({
  repository,
  bundleOrigin,
}: {
  repository: Pick<ReleasesRepository, 'fallbacks'>
  bundleOrigin: string | undefined
}): Fallbacks {
  const cache = new LRUCache<string, { list: FallbackList<Release> | null }>({
    max: MAX_REMOTES,
    ttl: FRESH_MS,
    async fetchMethod(name) {
      const found = await repository.fallbacks(name, MAX_FALLBACKS)
      if (!found) return { list: null }
      const releases = found.releases.filter(({ placement }) => placement !== null)
      const versions = releases.map(({ version }) => version)
      return { list: { releases, served: { [name]: [found.generation, ...versions] } } }
    },
  })
  return {
    async of(name, values) {
      const list = (await cache.fetch(name))?.list
      if (!list) return null
      const { releases, served } = list
      return {
        served,
        releases: releases.flatMap((release) =>
          release.placement ? [serveRelease(release, release.placement, { bundleOrigin, values })] : [],
        ),
      }
    },
  }
}
