import type { Deps } from '../../../deps.ts'
import type { ReleaseId } from '../store/paths.ts'

type CleaningDeps = Pick<Deps, 'repositories' | 'bundles' | 'log'>

const HOUR_MS = 3_600_000
/** The newest releases of a remote are kept whatever their age, and every one for so long after it was served. */
const KEPT_RELEASES = 10
const KEPT_DAYS = 30

/** Removes a release's files, unless somebody publishes it again in the meantime. */
const removeFiles = ({ repositories, bundles }: CleaningDeps, release: ReleaseId) =>
  bundles.remove(release, async () =>
    (await repositories.rollouts.expectedBundles(release.name)).includes(release.version),
  )

/**
 * Removes what lies in the store under this name and is neither published nor being uploaded: an upload that broke off
 * between files and pointer.
 * @param before only what was stored before then
 */
export async function removeLeftovers(deps: CleaningDeps, name: string, before = new Date()): Promise<void> {
  const { repositories, bundles, log } = deps
  const stored = (await bundles.versions(name)).filter(({ storedAt }) => storedAt <= before)
  if (stored.length === 0) return
  // Asked for after the store: what is put there from now on was announced before.
  const expected = new Set(await repositories.rollouts.expectedBundles(name))
  for (const { version } of stored) {
    if (expected.has(version)) continue
    await removeFiles(deps, { name, version })
    log.info({ remote: name, version }, 'files that were never published were removed')
  }
}

/**
 * Retires old releases and removes whatever else lies in the store for nothing, and forgets old load reports. Harmless
 * to repeat, also by several instances at once.
 */
export async function cleanStore(deps: CleaningDeps): Promise<void> {
  const { repositories, bundles, log } = deps
  for (const release of await repositories.rollouts.retire(KEPT_RELEASES, KEPT_DAYS)) {
    await removeFiles(deps, release)
    log.info(release, 'an old release was removed')
  }
  const anHourAgo = new Date(Date.now() - HOUR_MS)
  // A name that the database never heard of belongs to somebody else's database: it is not ours to empty.
  const known = new Set((await repositories.rollouts.all()).map(({ rollout }) => rollout.name))
  for (const name of await bundles.names()) if (known.has(name)) await removeLeftovers(deps, name, anHourAgo)
  await bundles.removeUnfinished(anHourAgo)
  await repositories.rollouts.forgetLoads(KEPT_DAYS)
}
