import { createHash } from 'node:crypto'
import type { Registry, RegistryEntry, Release } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { ReleasesRepository } from '../repositories/releases.ts'
import type { BundleStore } from './bundle-store.ts'

export const SHELL_NAME = 'shell'
/** A release that was just published shows within this time on every instance. */
const MEMO_MS = 1_000
const MAX_MANIFESTS = 200

interface Catalogue {
  shell: Release | null
  registry: Registry
  /** Changes whenever the registry does. */
  etag: string
}

export interface ReleaseCatalogue {
  /**
   * What is live now. While the data service does not answer, the last good answer stands.
   * @throws HttpError 503 when there never was one
   */
  read(): Promise<Catalogue>
}

/** Address of a release's files, with its trailing slash: relative to the page, or on the bundles' own origin. */
export const baseOf = (
  bundleOrigin: string | undefined,
  release: Pick<Release, 'name' | 'version'>,
): string => `${bundleOrigin ?? ''}/bundles/${release.name}/${release.version}/`

/** The registry that visitors get: the live releases, with addresses and manifests filled in. */
export function createReleaseCatalogue({
  repository,
  bundles,
  bundleOrigin,
  log,
  now = Date.now,
}: {
  repository: ReleasesRepository
  bundles: BundleStore
  bundleOrigin: string | undefined
  log: Logger
  now?: () => number
}): ReleaseCatalogue {
  let memo: { at: number; catalogue: Promise<Catalogue> } | null = null
  let lastGood: Catalogue | null = null
  const manifests = new Map<string, unknown>()

  const manifestOf = async (release: Release): Promise<unknown> => {
    const id = `${release.name}@${release.version}`
    if (manifests.has(id)) return manifests.get(id)
    try {
      const text = await bundles.readText(release.name, release.version, release.entry)
      const promised = release.integrity[release.entry]
      const actual = `sha384-${createHash('sha384').update(text).digest('base64')}`
      if (promised !== undefined && promised !== actual) throw new Error('its integrity differs')
      const manifest: unknown = JSON.parse(text)
      if (manifests.size < MAX_MANIFESTS) manifests.set(id, manifest)
      return manifest
    } catch (error) {
      // The shell can still fetch it: another instance, or the bundles' own origin, may hold the files.
      log.debug({ err: error, release: id }, 'a manifest is not inlined')
      return undefined
    }
  }

  const entryOf = async (release: Release): Promise<RegistryEntry | null> => {
    if (!release.placement) return null
    const manifest = await manifestOf(release)
    return {
      ...release,
      placement: release.placement,
      base: baseOf(bundleOrigin, release),
      ...(manifest === undefined ? {} : { manifest }),
    }
  }

  const load = async (): Promise<Catalogue> => {
    const { releases, unreadable } = await repository.live()
    if (unreadable > 0) log.error({ unreadable }, 'live releases that cannot be read were left out')
    const entries = await Promise.all(releases.filter(({ name }) => name !== SHELL_NAME).map(entryOf))
    const remotes = entries.filter((entry) => entry !== null).sort((a, b) => a.name.localeCompare(b.name))
    const etag = createHash('sha256').update(JSON.stringify(remotes)).digest('base64url').slice(0, 24)
    return {
      shell: releases.find(({ name }) => name === SHELL_NAME) ?? null,
      registry: { schema: 1, generatedAt: new Date(now()).toISOString(), remotes },
      etag: `"${etag}"`,
    }
  }

  return {
    read() {
      if (memo && now() - memo.at < MEMO_MS) return memo.catalogue
      const catalogue = load().then(
        (fresh) => {
          lastGood = fresh
          return fresh
        },
        (error: unknown) => {
          if (!lastGood) throw error
          log.warn({ err: error }, 'the registry could not be read; the last good one stands')
          return lastGood
        },
      )
      memo = { at: now(), catalogue }
      return catalogue
    },
  }
}
