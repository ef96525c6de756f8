import { SHELL_RELEASE_NAME } from '@propsight/shared/contracts'
import { globalsOf, type KeptRelease, type LiveRemote, MANIFEST_FILE } from '@propsight/shared/release'
import type { Deps } from '../../../deps.ts'
import type { RolloutWithReleases } from '../../../repositories/rollouts.ts'
import type { BundleStore } from '../store/bundle-store.ts'
import type { ReleaseId } from '../store/paths.ts'
import type { ExamineInput } from './examine.ts'

type Facts = Pick<ExamineInput, 'host' | 'others' | 'kept'>
type Globals = KeptRelease['globals']

/** More than any store keeps in thirty days; each is a few names. */
const MAX_REMEMBERED = 10_000
const NAMES_GLOBALS = /\.m?js$/

/** What a new release is held against: the live shell, the remotes that visitors have, and its own earlier releases. */
export type CollectFacts = (id: ReleaseId) => Promise<Facts>

/** Releases that visitors get now. */
const served = ({ rollout: { live, canary }, releases }: RolloutWithReleases) =>
  releases.filter(({ version }) => version === live || version === canary?.version)

/** Reads what stored releases are called on the page, once for each, since they never change. */
function createGlobalsReader(bundles: BundleStore) {
  const known = new Map<string, Globals>()
  return async (id: ReleaseId, container: { file: string; global: string } | undefined): Promise<Globals> => {
    const key = `${id.name}@${id.version}`
    const remembered = known.get(key)
    if (remembered) return remembered
    const paths = (await bundles.files(id)).filter(
      (path) => NAMES_GLOBALS.test(path) || path === MANIFEST_FILE,
    )
    const files = new Map<string, Uint8Array>()
    // One after the other: a store has more files than a process may open.
    for (const path of paths) files.set(path, await bundles.read(id, path))
    const globals = globalsOf(files, container)
    // Removed just now; it may come back.
    if (files.size === 0) return globals
    const [oldest] = known.size >= MAX_REMEMBERED ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    known.set(key, globals)
    return globals
  }
}

export function createFacts({ repositories, bundles }: Pick<Deps, 'repositories' | 'bundles'>): CollectFacts {
  const globals = createGlobalsReader(bundles)
  const globalsOfRelease = (release: ReleaseId & { entry: string; globalName: string | null }) =>
    globals(release, release.globalName ? { file: release.entry, global: release.globalName } : undefined)

  return async ({ name, version }) => {
    const all = await repositories.rollouts.all()
    const shell = all.find(({ rollout }) => rollout.name === SHELL_RELEASE_NAME)
    const host = shell?.releases.find((release) => release.version === shell.rollout.live) ?? null
    const remotes = all.filter(({ rollout }) => rollout.name !== SHELL_RELEASE_NAME && rollout.name !== name)
    // Waited for at once: where storage fails meanwhile, nobody else would hear of it.
    const others = await Promise.all(
      remotes.flatMap(served).map(async (release): Promise<LiveRemote> => {
        const { contract, shared, placement } = release
        const { container, chunks } = await globalsOfRelease(release)
        return { name: release.name, contract, shared, placement, globalName: container, chunks }
      }),
    )
    // A page never changes from one shell to another without a reload.
    const own = name === SHELL_RELEASE_NAME ? [] : await bundles.versions(name)
    const records = all.find(({ rollout }) => rollout.name === name)?.releases ?? []
    const kept: KeptRelease[] = []
    for (const stored of own) {
      if (stored.version === version) continue
      const record = records.find((release) => release.version === stored.version)
      const id = { name, version: stored.version }
      try {
        const found = await (record ? globalsOfRelease(record) : globals(id, undefined))
        kept.push({ version: id.version, globals: found })
      } catch (error) {
        // Removed just now.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      }
    }
    return {
      host: host && { contract: host.contract, shared: host.shared },
      others,
      kept,
    }
  }
}
