import { createHash } from 'node:crypto'
import { type Audience, manifestSchema, type Release, SHELL_RELEASE_NAME } from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { ReleasesRepository, VisibleRollout } from '../../../repositories/releases.ts'
import type { BundleStore } from '../store/bundle-store.ts'
import { isInAudience, needsAccount, type Visitor } from './audience.ts'
import { composeReleaseChoice, type ReleaseChoice } from './choice.ts'

/**
 * Reads the entry of a release: the manifest of a remote, or the page of a shell.
 * @throws Error if it is missing, or not the file that was released
 */
export async function readEntry(bundles: Pick<BundleStore, 'read'>, release: Release): Promise<string> {
  const bytes = await bundles.read(release, release.entry)
  const expected = release.integrity[release.entry]
  const actual = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  if (expected !== undefined && expected !== actual)
    throw new Error(`${release.name} ${release.version}: ${release.entry} is not the file that was released`)
  return new TextDecoder().decode(bytes)
}

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
type FindDamagedFile = (release: Release) => Promise<string | null>

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
async function withoutDamaged(
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
export function createManifestCache(bundles: Pick<BundleStore, 'read'>, log: Logger): ManifestCache {
  let known = new Map<string, unknown>()

  const read = async (release: Release): Promise<unknown> => {
    try {
      const text = await readEntry(bundles, release)
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
      const withManifest = releases.filter(
        ({ globalName, placement }) => globalName === null && placement !== null,
      )
      const entries = await Promise.all(
        withManifest.map(async (release) => {
          const id = idOf(release)
          return [id, known.get(id) ?? (await read(release))] as const
        }),
      )
      known = new Map(entries.filter(([, manifest]) => manifest !== undefined))
    },
    get: (release) => known.get(idOf(release)),
  }
}

/** Maximum number of cached choices, one per combination of canaries and values. */
const MAX_CHOICES = 256

/** What some visitors get: the canary of a remote, or a value of its configuration. */
interface AudienceRule {
  /** Name of the remote, or `remote.key`. */
  rule: string
  audience: Audience
}

const rulesOf = ({ name, canary, config }: VisibleRollout): AudienceRule[] => [
  ...(canary ? [{ rule: name, audience: { ...canary.audience, percent: canary.percent } }] : []),
  ...config.map(({ key, audience }) => ({ rule: `${name}.${key}`, audience })),
]

/** The live and canary releases at one moment. */
export interface Catalogue {
  /** The live shell release, for visitors without a shell canary. */
  liveShell: Release | null
  /**
   * The choice for a visitor. It is stable until a rollout, a value or the account of the visitor changes; see
   * `isInAudience`.
   */
  forVisitor(visitor: Visitor): ReleaseChoice
  /** Whether a choice may depend on the account of the visitor. */
  needsAccount: boolean
  /** Releases that are not served because their files are damaged. */
  damaged: DamagedRelease[]
}

export interface CatalogueSource {
  repository: Pick<ReleasesRepository, 'rollouts'>
  bundles: Pick<BundleStore, 'read'>
  bundleOrigin: string | undefined
  /** Paths whose remotes are not offered, so that the shell shows its own screens there. */
  hiddenPaths?: ReadonlySet<string>
  /** Finds damaged releases, which are not served; without it, none is checked. */
  findDamagedFile?: FindDamagedFile | undefined
  /** Called when a damaged release is found for the first time. */
  onDamage?: (damage: DamagedRelease) => void
  log: Logger
  now: () => number
}

const servedReleases = ({ live, canary, releases }: VisibleRollout) =>
  releases.filter(({ version }) => version === live || version === canary?.version)

/** @returns a function that reads the rollouts and the manifests of their releases */
export function createCatalogueLoad(source: CatalogueSource): () => Promise<Catalogue> {
  const { repository, bundles, bundleOrigin, hiddenPaths = new Set(), log, now, onDamage } = source
  const findDamagedFile = source.findDamagedFile ?? (async () => null)
  const reported = new Set<string>()
  const report = (damage: DamagedRelease) => {
    const key = `${damage.name}@${damage.version}`
    if (reported.has(key)) return
    reported.add(key)
    log.error(damage, 'a release is quarantined: a file is not the one that was released')
    onDamage?.(damage)
  }
  const manifests = createManifestCache(bundles, log)
  return async () => {
    const { rollouts: stored, unreadable } = await repository.rollouts()
    if (unreadable > 0) log.error({ unreadable }, 'unreadable rollouts or releases were omitted')
    const checked = await Promise.all(stored.map((rollout) => withoutDamaged(rollout, findDamagedFile)))
    const rollouts = checked.map(({ rollout }) => rollout)
    const damaged = checked.flatMap((one) => one.damaged)
    damaged.forEach(report)
    await manifests.load(rollouts.flatMap(servedReleases))
    const generatedAt = new Date(now()).toISOString()
    const rules = rollouts.flatMap(rulesOf)
    const choices = new LRUCache<string, ReleaseChoice, ReadonlySet<string>>({
      max: MAX_CHOICES,
      memoMethod: (_key, _old, { context: reached }) =>
        composeReleaseChoice({
          rollouts,
          reached,
          manifestOf: manifests.get,
          bundleOrigin,
          hiddenPaths,
          generatedAt,
        }),
    })
    const shell = rollouts.find(({ name }) => name === SHELL_RELEASE_NAME)
    return {
      damaged,
      liveShell: shell?.releases.find(({ version }) => version === shell.live) ?? null,
      forVisitor(visitor) {
        const reached = rules
          .filter(({ rule, audience }) => isInAudience(audience, rule, visitor))
          .map(({ rule }) => rule)
        return choices.memo(reached.join(), { context: new Set(reached) })
      },
      needsAccount: rules.some(({ audience }) => needsAccount(audience)),
    }
  }
}
