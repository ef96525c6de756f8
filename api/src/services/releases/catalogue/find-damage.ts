import { createHash } from 'node:crypto'
import type { Release } from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import type { VisibleRollout } from '../../../repositories/releases.ts'
import type { BundleStore } from '../store/bundle-store.ts'

const MAX_REMEMBERED = 1_000
/** A damaged release may be stored again, so it is checked again. A whole one never changes. */
const RECHECK_MS = 1_000

/** A release whose files are not those that were released. */
export interface DamagedRelease {
  name: string
  version: string
  /** The first missing or different file. */
  file: string
}

/** @returns the first missing or different file of a release, or null if it is whole */
export type FindDamagedFile = (release: Release) => Promise<string | null>

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code))

/**
 * Compares the files in the bundle store with the hashes of a release, once for each release. A release without any
 * file counts as whole: its files may be on another instance.
 */
export function createDamageFinder(bundles: Pick<BundleStore, 'files' | 'read'>): FindDamagedFile {
  const isWhole = async (release: Release, file: string, expected: string) => {
    try {
      const bytes = await bundles.read(release, file)
      return `sha384-${createHash('sha384').update(bytes).digest('base64')}` === expected
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }
  const cache = new LRUCache<string, { file: string | null }, Release>({
    max: MAX_REMEMBERED,
    async fetchMethod(_key, _stale, { context: release, options }) {
      let damaged: string | null = null
      const stored = await bundles.files(release)
      if (stored.length > 0)
        for (const [file, expected] of Object.entries(release.integrity)) {
          if (await isWhole(release, file, expected)) continue
          damaged = file
          break
        }
      if (damaged !== null || stored.length === 0) options.ttl = RECHECK_MS
      return { file: damaged }
    },
  })
  return async (release) => {
    // A store that does not answer is not damaged.
    const found = await cache
      .fetch(`${release.name}@${release.version}`, { context: release })
      .catch(() => undefined)
    return found?.file ?? null
  }
}

/**
 * Takes damaged releases out of a rollout: a damaged canary ends, a damaged live release is replaced by the previous one
 * if that is whole, and otherwise the remote is left out.
 */
export async function withoutDamaged(
  rollout: VisibleRollout,
  findDamagedFile: FindDamagedFile,
): Promise<{ rollout: VisibleRollout; damaged: DamagedRelease[] }> {
  const { live, previous, canary } = rollout
  const served = rollout.releases.filter(({ version }) => [live, previous, canary?.version].includes(version))
  const damaged: DamagedRelease[] = []
  for (const release of served) {
    const { name, version } = release
    const file = await findDamagedFile(release)
    if (file !== null) damaged.push({ name, version, file })
  }
  if (damaged.length === 0) return { rollout, damaged }
  const isUsable = (version: string | null | undefined) =>
    version != null && !damaged.some((one) => one.version === version)
  const wholePrevious = isUsable(previous) ? previous : null
  return {
    rollout: {
      ...rollout,
      live: isUsable(live) ? live : wholePrevious,
      previous: isUsable(live) ? wholePrevious : null,
      canary: canary && isUsable(canary.version) ? canary : null,
    },
    damaged,
  }
}
