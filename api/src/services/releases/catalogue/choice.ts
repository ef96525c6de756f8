import { createHash } from 'node:crypto'
import type { FallbacksResponse } from '@propsight/shared/contracts'
import {
  type Channel,
  OVERRIDE_VERSION,
  pathsOf,
  type Registry,
  type RegistryEntry,
  type Release,
  type RetiredRemote,
  SHELL_RELEASE_NAME,
} from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import type { ReleasesRepository, VisibleRollout } from '../../../repositories/releases.ts'
import type { ServedVersions } from '../tickets.ts'

const ETAG_CHARS = 24

/**
 * The releases of one visitor. Visitors with the same canaries share one object, so it is not computed per
 * page.
 */
export interface ReleaseChoice {
  shell: Release | null
  /** Without the ticket, which differs per response. */
  registry: Registry
  /** `registry` as JSON without its closing brace, so that the ticket can be appended. */
  text: string
  /** Hash of the releases, for the ETag. */
  fingerprint: string
  /** `ServedVersions` as JSON, for the ticket. */
  served: string
  /** The canary releases in this choice. */
  canaries: { name: string; version: string; generation: number }[]
}

/** Returns the parsed manifest of a release, or undefined if it is not in memory. */
export type ManifestOf = (release: Release) => unknown

/**
 * Base address of the files of a release with trailing slash: relative to the page, or on the bundle origin.
 */
export const releaseBase = (
  bundleOrigin: string | undefined,
  release: Pick<Release, 'name' | 'version'>,
): string => `${bundleOrigin ?? ''}/bundles/${release.name}/${release.version}/`

function buildChoice(
  rest: Pick<ReleaseChoice, 'shell' | 'canaries'> & { registry: Registry; served: ServedVersions },
): ReleaseChoice {
  const { remotes, retired, shell, preview } = rest.registry
  // Excludes manifests: they are identified by their hashes, whether they are inlined or not.
  const identity = JSON.stringify([remotes, shell, retired, preview], (key, value) =>
    key === 'manifest' ? undefined : value,
  )
  const fingerprint = createHash('sha256').update(identity).digest('base64url')
  return {
    ...rest,
    text: JSON.stringify(rest.registry).slice(0, -1),
    fingerprint: fingerprint.slice(0, ETAG_CHARS),
    served: JSON.stringify(rest.served),
  }
}

/** The release of one remote for a visitor, and the fallback for a failed load. */
function releaseForVisitor({ live, previous, canary, releases }: VisibleRollout, inCanary: boolean) {
  const find = (version: string | null | undefined) => releases.find((release) => release.version === version)
  const trial = inCanary ? find(canary?.version) : undefined
  const stable = find(live)
  const chosen = trial ?? stable
  if (!chosen) return null
  const channel: Channel = trial ? 'canary' : 'stable'
  return { chosen, channel, fallback: trial ? stable : find(previous) }
}

const findRetiredPlacement = ({ live, retired, releases }: VisibleRollout) =>
  live === null && retired ? releases.find(({ version }) => version === retired.version)?.placement : null

/**
 * Builds the choice for visitors who get these canaries.
 * @param canary names of the remotes (or `shell`) whose canary is chosen
 */
export function composeReleaseChoice({
  rollouts,
  canary,
  manifestOf,
  bundleOrigin,
  hiddenPaths = new Set(),
  generatedAt,
}: {
  rollouts: VisibleRollout[]
  canary: ReadonlySet<string>
  manifestOf: ManifestOf
  bundleOrigin: string | undefined
  /** A remote at one of these paths is left out. */
  hiddenPaths?: ReadonlySet<string>
  generatedAt: string
}): ReleaseChoice {
  const remotes: RegistryEntry[] = []
  const retired: RetiredRemote[] = []
  const served: ServedVersions = {}
  const canaries: ReleaseChoice['canaries'] = []
  let shell: Release | null = null
  for (const rollout of rollouts.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const chosenRelease = releaseForVisitor(rollout, canary.has(rollout.name))
    if (!chosenRelease) {
      const placementOfRetired = findRetiredPlacement(rollout)
      if (rollout.retired && placementOfRetired)
        retired.push({
          name: rollout.name,
          placement: placementOfRetired,
          redirectTo: rollout.retired.redirectTo,
        })
      continue
    }
    const { name, generation } = rollout
    const { chosen, channel, fallback } = chosenRelease
    if (name === SHELL_RELEASE_NAME) shell = chosen
    else if (chosen.placement && !pathsOf(chosen.placement).some((path) => hiddenPaths.has(path))) {
      const { placement } = chosen
      const manifest = manifestOf(chosen)
      remotes.push({
        ...chosen,
        placement,
        base: releaseBase(bundleOrigin, chosen),
        ...(manifest === undefined ? {} : { manifest }),
        channel,
        ...(fallback && {
          fallback: {
            ...fallback,
            placement: fallback.placement ?? placement,
            base: releaseBase(bundleOrigin, fallback),
          },
        }),
      })
    } else continue
    served[name] = [generation, chosen.version, ...(fallback ? [fallback.version] : [])]
    if (channel === 'canary') canaries.push({ name, version: chosen.version, generation })
  }
  const registry: Registry = {
    schema: 1,
    generatedAt,
    remotes,
    ...(retired.length > 0 && { retired }),
    ...(shell && { shell: { version: shell.version } }),
  }
  return buildChoice({ shell, registry, served, canaries })
}

/**
 * The same choice with one remote replaced by a developer's dev server, or null if there is no such remote.
 */
export function withOverride(
  choice: ReleaseChoice,
  { name, url }: { name: string; url: string },
): ReleaseChoice | null {
  const { remotes } = choice.registry
  const replaced = remotes.find((entry) => entry.name === name)
  if (!replaced) return null
  const { contract, placement } = replaced
  const override: RegistryEntry = {
    name,
    // A version that is never published, so no ticket can name it.
    version: OVERRIDE_VERSION,
    contract,
    placement,
    entry: 'mf-manifest.json',
    globalName: null,
    shared: [],
    integrity: {},
    preload: [],
    size: 0,
    base: `${url}/`,
    override: true,
  }
  const { [name]: _, ...served } = JSON.parse(choice.served) as ServedVersions
  return buildChoice({
    shell: choice.shell,
    registry: {
      ...choice.registry,
      remotes: remotes.map((entry) => (entry === replaced ? override : entry)),
    },
    served,
    canaries: choice.canaries.filter((canary) => canary.name !== name),
  })
}

/**
 * The same choice with one remote, or the shell, replaced by a release that a preview link shows. It has no
 * fallback, so that its failure is visible. The ticket names this release only, because other remotes may fail
 * because of it, and no release if the link also chose the shell: a load in another shell proves nothing.
 */
export function withPreview(
  choice: ReleaseChoice,
  release: Release,
  bundleOrigin: string | undefined,
): ReleaseChoice {
  const { name, version, placement } = release
  const isShell = name === SHELL_RELEASE_NAME
  const { remotes, retired = [], ...rest } = choice.registry
  const isInChosenShell = rest.preview !== undefined
  const entry: RegistryEntry[] =
    placement && !isShell ? [{ ...release, placement, base: releaseBase(bundleOrigin, release) }] : []
  const others = remotes.filter((other) => other.name !== name)
  const at = remotes.findIndex((other) => other.name === name)
  const stillRetired = retired.filter((other) => other.name !== name)
  return buildChoice({
    shell: isShell ? release : choice.shell,
    registry: {
      ...rest,
      remotes: others.toSpliced(at < 0 ? others.length : at, 0, ...entry),
      ...(stillRetired.length > 0 && { retired: stillRetired }),
      ...(isShell && { shell: { version } }),
      preview: { name, version },
    },
    served: isInChosenShell ? {} : { [name]: [0, version] },
    canaries: [],
  })
}

/** Releases offered to one browser. As many are kept at any age. */
const MAX_FALLBACKS = 10
/** Cache time. While a remote is broken for all visitors, each of them requests this list. */
const FRESH_MS = 5_000
const MAX_REMOTES = 200

interface FallbackList {
  releases: FallbacksResponse['releases']
  /** The versions, for the ticket. */
  served: ServedVersions
}

export interface Fallbacks {
  /** The retained releases of a remote, last live first; null if it has no live release. */
  of(name: string): Promise<FallbackList | null>
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
  const cache = new LRUCache<string, { list: FallbackList | null }>({
    max: MAX_REMOTES,
    ttl: FRESH_MS,
    async fetchMethod(name) {
      const found = await repository.fallbacks(name, MAX_FALLBACKS)
      if (!found) return { list: null }
      const releases = found.releases.flatMap((release) =>
        release.placement
          ? [{ ...release, placement: release.placement, base: releaseBase(bundleOrigin, release) }]
          : [],
      )
      const versions = releases.map(({ version }) => version)
      return { list: { releases, served: { [name]: [found.generation, ...versions] } } }
    },
  })
  return { of: async (name) => (await cache.fetch(name))?.list ?? null }
}
