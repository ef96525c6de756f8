import { type Release, SHELL_RELEASE_NAME } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { ReleasesRepository, VisibleRollout } from '../../../repositories/releases.ts'
import type { BundleStore } from '../store/bundle-store.ts'
import { isInCanary } from '../visitor.ts'
import { type Choice, composeChoice } from './choice.ts'
import { createManifestCache } from './manifests.ts'

/** Maximum number of cached choices, one per combination of running canaries. */
const MAX_CHOICES = 64

/** The live and canary releases at one moment. */
export interface Catalogue {
  /** The live shell release, for visitors without a shell canary. */
  liveShell: Release | null
  /** The choice for a visitor. It is stable per visitor until a rollout changes; see `isInCanary`. */
  forVisitor(visitor: string): Choice
}

export interface CatalogueSource {
  repository: Pick<ReleasesRepository, 'rollouts'>
  bundles: Pick<BundleStore, 'readText'>
  bundleOrigin: string | undefined
  log: Logger
  now: () => number
}

const targets = ({ live, canary, releases }: VisibleRollout) =>
  releases.filter(({ version }) => version === live || version === canary?.version)

/** @returns a function that reads the rollouts and the manifests of their releases */
export function createCatalogueLoad(source: CatalogueSource): () => Promise<Catalogue> {
  const { repository, bundles, bundleOrigin, log, now } = source
  const manifests = createManifestCache(bundles, log)
  return async () => {
    const { rollouts, unreadable } = await repository.rollouts()
    if (unreadable > 0) log.error({ unreadable }, 'rollouts or releases that cannot be read were left out')
    await manifests.load(rollouts.flatMap(targets))
    const generatedAt = new Date(now()).toISOString()
    const trials = rollouts.flatMap(({ name, canary }) => (canary ? [{ name, percent: canary.percent }] : []))
    const choices = new Map<string, Choice>()
    const shell = rollouts.find(({ name }) => name === SHELL_RELEASE_NAME)
    return {
      liveShell: shell?.releases.find(({ version }) => version === shell.live) ?? null,
      forVisitor(visitor) {
        const names = trials
          .filter(({ name, percent }) => isInCanary(name, visitor, percent))
          .map(({ name }) => name)
        const key = names.join()
        const known = choices.get(key)
        if (known) return known
        const canary = new Set(names)
        const choice = composeChoice({
          rollouts,
          canary,
          manifestOf: manifests.get,
          bundleOrigin,
          generatedAt,
        })
        if (choices.size < MAX_CHOICES) choices.set(key, choice)
        return choice
      },
    }
  }
}
