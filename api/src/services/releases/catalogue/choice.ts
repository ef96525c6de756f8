import { createHash } from 'node:crypto'
import {
  type Channel,
  type ConfigValue,
  configDeclarationSchema,
  type FallbacksResponse,
  OVERRIDE_VERSION,
  type Placement,
  pathsOf,
  type Registry,
  type RegistryEntry,
  type Release,
  type RetiredRemote,
  resolveConfig,
  SHELL_RELEASE_NAME,
} from '@propsight/shared/contracts'
import type { VisibleRollout } from '../../../repositories/releases.ts'
import type { PreviewedRelease } from '../previews.ts'
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
  /** The values of the configuration that are set for these visitors, by remote. */
  values: ReadonlyMap<string, ConfigValues>
}

export type ConfigValues = ReadonlyMap<string, ConfigValue>
const NO_VALUES: ConfigValues = new Map()

/** Returns the parsed manifest of a release, or undefined if it is not in memory. */
export type ManifestOf = (release: Release) => unknown

/**
 * Base address of the files of a release with trailing slash: relative to the page, or on the bundle origin.
 */
export const releaseBase = (
  bundleOrigin: string | undefined,
  release: Pick<Release, 'name' | 'version'>,
): string => `${bundleOrigin ?? ''}/bundles/${release.name}/${release.version}/`

/** A release as browsers get it: with its address and, instead of the schema of its configuration, the values. */
export function serveRelease(
  { configSchema, ...release }: Release,
  placement: Placement,
  {
    bundleOrigin,
    values = NO_VALUES,
  }: { bundleOrigin: string | undefined; values?: ConfigValues | undefined },
): FallbacksResponse['releases'][number] {
  const declared = configDeclarationSchema.safeParse(configSchema).data
  return {
    ...release,
    placement,
    base: releaseBase(bundleOrigin, release),
    ...(declared && { config: resolveConfig(declared, values) }),
  }
}

function buildChoice(
  rest: Pick<ReleaseChoice, 'shell' | 'canaries' | 'values'> & { registry: Registry; served: ServedVersions },
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
 * Builds the choice for visitors who get these canaries and values.
 * @param reached the remotes (or `shell`) whose canary is chosen, and the values that are set for these visitors, as
 * `remote.key`
 */
export function composeReleaseChoice({
  rollouts,
  reached,
  manifestOf,
  bundleOrigin,
  hiddenPaths = new Set(),
  generatedAt,
}: {
  rollouts: VisibleRollout[]
  reached: ReadonlySet<string>
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
  const values = new Map(
    rollouts.map(({ name, config }): [string, ConfigValues] => [
      name,
      new Map(
        config
          .filter(({ key }) => reached.has(`${name}.${key}`))
          .map(({ key, value }) => [key, value] as const),
      ),
    ]),
  )
  let shell: Release | null = null
  for (const rollout of rollouts.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const chosenRelease = releaseForVisitor(rollout, reached.has(rollout.name))
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
      const options = { bundleOrigin, values: values.get(name) }
      remotes.push({
        ...serveRelease(chosen, placement, options),
        ...(manifest === undefined ? {} : { manifest }),
        channel,
        ...(fallback && { fallback: serveRelease(fallback, fallback.placement ?? placement, options) }),
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
  return buildChoice({ shell, registry, served, canaries, values })
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
  const { contract, placement, config } = replaced
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
    ...(config && { config }),
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
    values: choice.values,
  })
}

/**
 * The same choice with one remote, or the shell, replaced by a release that a preview link shows. It has no
 * fallback, so that its failure is visible. The ticket names this release only, because other remotes may fail
 * because of it, and no release if the link also chose the shell: a load in another shell proves nothing.
 * @param config values that only the link shows
 */
export function withPreview(
  choice: ReleaseChoice,
  { release, config = {} }: PreviewedRelease,
  bundleOrigin: string | undefined,
): ReleaseChoice {
  const { name, version, placement } = release
  const isShell = name === SHELL_RELEASE_NAME
  const { remotes, retired = [], ...rest } = choice.registry
  const isInChosenShell = rest.preview !== undefined
  const values = new Map([...(choice.values.get(name) ?? []), ...Object.entries(config)])
  const entry: RegistryEntry[] =
    placement && !isShell ? [serveRelease(release, placement, { bundleOrigin, values })] : []
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
    values: choice.values,
  })
}
