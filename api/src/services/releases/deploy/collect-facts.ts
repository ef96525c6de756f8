import { MANIFEST_FILE, SHELL_RELEASE_NAME } from '@propsight/shared/contracts'
import {
  globalsOf,
  HOST_FILE,
  type HostFacts,
  hostFileSchema,
  type KeptRelease,
  type LiveRemote,
} from '@propsight/shared/release'
import { LRUCache } from 'lru-cache'
import type { RolloutsRepository, RolloutWithReleases } from '../../../repositories/releases.ts'
import type { RemotesRepository } from '../../../repositories/remotes.ts'
import type { BundleStore } from '../store/bundle-store.ts'
import type { ReleaseId } from '../store/release-files.ts'
import type { ExamineInput } from './examine-release.ts'

type Facts = Pick<ExamineInput, 'host' | 'others' | 'kept' | 'values'> & {
  /** Version of the live shell. */
  shell: string | null
}
type Globals = KeptRelease['globals']

/** Maximum number of cached releases: more than a store keeps in thirty days. Each entry is a few names. */
const MAX_REMEMBERED = 10_000
const NAMES_GLOBALS = /\.m?js$/

/**
 * Reads the data that a new release is checked against: the live shell, the served remotes, its earlier
 * releases.
 */
export type CollectFacts = (id: ReleaseId) => Promise<Facts>

/** The live and canary releases of a rollout. */
const served = ({ rollout: { live, canary }, releases }: RolloutWithReleases) =>
  releases.filter(({ version }) => version === live || version === canary?.version)

/**
 * Reads the global names that stored releases use on the page. Cached per release, because releases never
 * change.
 */
function createGlobalsReader(bundles: BundleStore) {
  const cache = new LRUCache<string, Globals>({ max: MAX_REMEMBERED })
  return async (id: ReleaseId, container: { file: string; global: string } | undefined): Promise<Globals> => {
    const key = `${id.name}@${id.version}`
    const cached = cache.get(key)
    if (cached) return cached
    const paths = (await bundles.files(id)).filter(
      (path) => NAMES_GLOBALS.test(path) || path === MANIFEST_FILE,
    )
    const files = new Map<string, Uint8Array>()
    // Sequential: a store has more files than a process may open at once.
    for (const path of paths) files.set(path, await bundles.read(id, path))
    const globals = globalsOf(files, container)
    // Not cached: the release was just removed and may be stored again.
    if (files.size > 0) cache.set(key, globals)
    return globals
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The slots of a shell; undefined for a build without that list, and for one whose file is missing or damaged. */
async function readSlots(bundles: Pick<BundleStore, 'read'>, shell: ReleaseId): Promise<HostFacts['slots']> {
  try {
    const text = new TextDecoder().decode(await bundles.read(shell, HOST_FILE))
    return hostFileSchema.safeParse(JSON.parse(text)).data?.slots
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

export interface FactsPorts {
  readonly repositories: {
    readonly rollouts: Pick<RolloutsRepository, 'all'>
    readonly remotes: Pick<RemotesRepository, 'config'>
  }
  readonly bundles: BundleStore
}

export function createFactsCollector({ repositories, bundles }: FactsPorts): CollectFacts {
  const globals = createGlobalsReader(bundles)
  const globalsOfRelease = (release: ReleaseId & { entry: string; globalName: string | null }) =>
    globals(release, release.globalName ? { file: release.entry, global: release.globalName } : undefined)

  return async ({ name, version }) => {
    const all = await repositories.rollouts.all()
    const shell = all.find(({ rollout }) => rollout.name === SHELL_RELEASE_NAME)
    const host = shell?.releases.find((release) => release.version === shell.rollout.live) ?? null
    const remotes = all.filter(({ rollout }) => rollout.name !== SHELL_RELEASE_NAME && rollout.name !== name)
    // Awaited at once, so that a storage failure is not an unhandled rejection.
    const others = await Promise.all(
      remotes.flatMap(served).map(async (release): Promise<LiveRemote> => {
        const { contract, shared, placement } = release
        const { container, chunks } = await globalsOfRelease(release)
        return { name: release.name, contract, shared, placement, globalName: container, chunks }
      }),
    )
    // Not needed for a shell: a page never switches to another shell without a reload.
    const own = name === SHELL_RELEASE_NAME ? [] : await bundles.list(name)
    const stored = all.find(({ rollout }) => rollout.name === name)
    const records = stored?.releases ?? []
    const values = stored ? await repositories.remotes.config(name) : []
    const kept: KeptRelease[] = []
    for (const bundle of own) {
      if (bundle.version === version) continue
      const record = records.find((release) => release.version === bundle.version)
      const id = { name, version: bundle.version }
      try {
        const found = await (record ? globalsOfRelease(record) : globals(id, undefined))
        kept.push({ version: id.version, globals: found, placement: record?.placement })
      } catch (error) {
        // A release that was just removed is skipped.
        if (!isMissing(error)) throw error
      }
    }
    return {
      shell: host?.version ?? null,
      host: host && {
        contract: host.contract,
        shared: host.shared,
        slots: await readSlots(bundles, host),
      },
      others,
      kept,
      values: values.map(({ key, value }) => ({ key, value })),
    }
  }
}
