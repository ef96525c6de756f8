import type { Logger } from 'pino'
import type { RolloutsRepository } from '../../../repositories/releases.ts'
import type { BundleStore } from '../store/bundle-store.ts'
import type { ReleaseId } from '../store/release-files.ts'

export interface CleaningPorts {
  readonly repositories: {
    readonly rollouts: Pick<
      RolloutsRepository,
      'all' | 'beginRemoval' | 'endUpload' | 'expectedBundles' | 'markRemovable' | 'purgeLoads'
    >
  }
  readonly bundles: Pick<BundleStore, 'delete' | 'list' | 'removeHidden'>
  readonly log: Logger
}

const HOUR_MS = 3_600_000
/**
 * The newest ten releases of a remote are kept at any age, and every release for 30 days after it was last
 * served.
 */
const KEPT_RELEASES = 10
const KEPT_DAYS = 30

/** After this time another process may work on the version. */
const REMOVAL_SECONDS = 120

/**
 * Removes the files of a release, unless it is published or being uploaded.
 * @returns whether the files were removed
 */
async function removeFiles({ repositories, bundles }: CleaningPorts, release: ReleaseId): Promise<boolean> {
  const { beginRemoval, endUpload } = repositories.rollouts
  const until = Date.now() + REMOVAL_SECONDS * 1_000
  const lock = await beginRemoval(release.name, release.version, REMOVAL_SECONDS)
  if (lock === null) return false
  await bundles.delete(release, { until }).finally(() => endUpload(lock))
  return true
}

/**
 * Removes stored files of a remote that are neither published nor being uploaded: the rest of an upload that
 * failed before its release was published.
 * @param before only files stored before this time
 */
export async function removeLeftovers(deps: CleaningPorts, name: string, before = new Date()): Promise<void> {
  const { repositories, bundles, log } = deps
  const stored = (await bundles.list(name)).filter(({ storedAt }) => storedAt <= before)
  if (stored.length === 0) return
  // Read after the store was listed: every upload is registered before its files are stored.
  const expected = new Set(await repositories.rollouts.expectedBundles(name))
  for (const { version } of stored) {
    if (expected.has(version) || !(await removeFiles(deps, { name, version }))) continue
    log.info({ remote: name, version }, 'the files of an unpublished release were removed')
  }
}

/**
 * Removes old releases and unused files from the store, and deletes old load reports. Idempotent, also
 * when several instances run it at once.
 */
export async function cleanStore(deps: CleaningPorts): Promise<void> {
  const { repositories, bundles, log } = deps
  for (const release of await repositories.rollouts.markRemovable(KEPT_RELEASES, KEPT_DAYS)) {
    if (await removeFiles(deps, release)) log.info(release, 'the files of an old release were removed')
  }
  const anHourAgo = new Date(Date.now() - HOUR_MS)
  // Names unknown to this database may belong to another database that shares the store: keep their files.
  const known = new Set((await repositories.rollouts.all()).map(({ rollout }) => rollout.name))
  const stored = new Set((await bundles.list()).map(({ name }) => name))
  for (const name of stored) if (known.has(name)) await removeLeftovers(deps, name, anHourAgo)
  await bundles.removeHidden(anHourAgo)
  await repositories.rollouts.purgeLoads(KEPT_DAYS)
}
