import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import {
  CONTRACT_VERSION,
  contractAccepts,
  type RegistryEntry,
  type RemoteModule,
} from '@propsight/shared/contracts'
import { guardElements } from './guard-elements.ts'
import { noteLoad } from './load-log.ts'
import { readManifest } from './manifest.ts'
import { knowRelease, releaseKey } from './release-assets.ts'
import { RemoteError, toRemoteError } from './remote-error.ts'
import { moduleOf } from './remote-module.ts'

/** Longer than its files one after the other may take: a container may also hang by itself. */
const LOAD_TIMEOUT_MS = 40_000
/** It stands between a failure and the release that is shown instead. */
const EXPLAIN_MS = 3_000

interface Loading {
  promise: Promise<RemoteModule>
  module: RemoteModule | null
  /** `performance.now()` when it was asked for, and how long it took. */
  at: number
  ms: number
}
const loadings = new Map<string, Loading>()
const attempts = new Map<string, number>()
/** What the federation runtime and the page know a release's containers by: more than one after failures. */
const containers = new Map<string, { name: string; globalName: string }[]>()
let made = 0

/**
 * The module of a release, loaded once. A failure is forgotten, so that the next call tries afresh: another address
 * for every file, and the entry run again. Either end is noted in the load log.
 * @param fallbackOf the version in whose place it is loaded
 * @throws RemoteError; `contract` before anything is downloaded
 */
export function loadRelease(release: RegistryEntry, fallbackOf?: string): Promise<RemoteModule> {
  const key = releaseKey(release)
  const known = loadings.get(key)
  if (known) return known.promise
  const at = performance.now()
  const loading: Loading = { promise: load(release), module: null, at, ms: 0 }
  loadings.set(key, loading)
  const note = (state: 'loading' | 'loaded' | 'failed', error?: RemoteError) => {
    if (state !== 'loading') loading.ms = Math.round(performance.now() - at)
    const { name, version } = release
    noteLoad({
      name,
      version,
      state,
      at,
      ms: loading.ms,
      ...(error && { kind: error.kind, error }),
      ...(fallbackOf && { fallbackOf }),
    })
  }
  note('loading')
  loading.promise.then(
    (module) => {
      loading.module = module
      note('loaded')
    },
    (error) => {
      tryAfresh(key)
      note('failed', toRemoteError(error, 'entry'))
    },
  )
  return loading.promise
}

/** The module of a release that is already loaded, for a first render without a skeleton. */
export const loadedRelease = (release: RegistryEntry): RemoteModule | null =>
  loadings.get(releaseKey(release))?.module ?? null

/** Notes that a release failed after it had loaded, by its own error or by a chunk that it asked for later. */
export function noteCrash(release: RegistryEntry, error: RemoteError, fallbackOf?: string): void {
  const key = releaseKey(release)
  const { at = performance.now(), ms = 0 } = loadings.get(key) ?? {}
  const missing = isChunkFailure(error.cause)
  // What a lazy component failed with is kept by it for ever: only a new copy of the code asks again.
  if (missing) tryAfresh(key)
  const { name, version } = release
  const kind = missing ? 'entry' : error.kind
  noteLoad({ name, version, state: 'failed', kind, error, at, ms, ...(fallbackOf && { fallbackOf }) })
}

function tryAfresh(key: string): void {
  loadings.delete(key)
  attempts.set(key, (attempts.get(key) ?? 0) + 1)
}

/** Every release that this page asked for and did not forget, `name@version`. */
export const knownReleases = (): string[] => [...new Set([...loadings.keys(), ...containers.keys()])]

/** Forgets a release, as if it had never been asked for. @returns the containers that it had */
export function forgetRelease(key: string): { name: string; globalName: string }[] {
  const had = containers.get(key) ?? []
  containers.delete(key)
  loadings.delete(key)
  attempts.delete(key)
  return had
}

async function load(release: RegistryEntry): Promise<RemoteModule> {
  const key = releaseKey(release)
  const id = `${release.name} ${release.version}`
  if (!contractAccepts(CONTRACT_VERSION, release.contract))
    throw new RemoteError('contract', `${id} needs contract ${release.contract}, this is ${CONTRACT_VERSION}`)
  guardElements()
  const attempt = attempts.get(key) ?? 0
  knowRelease(release, attempt)
  const { url, globalName } = await readManifest(release).catch((error) => explain(error, release))
  // A name of its own for every attempt: the runtime remembers what failed by name and never asks again.
  made += 1
  const name = `${key}#${made}`
  containers.set(key, [...(containers.get(key) ?? []), { name, globalName }])
  if (attempt > 0) Reflect.set(globalThis, globalName, undefined)
  registerRemotes([{ name, entry: url, entryGlobalName: globalName, type: 'global' }])
  const exposed = await inTime(loadRemote<unknown>(`${name}/remote`), id).catch((error) =>
    explain(error, release),
  )
  const module = moduleOf(exposed)
  if (module?.name !== release.name) throw new RemoteError('shape', `${id} exposes no remote of that name`)
  if (!contractAccepts(CONTRACT_VERSION, module.contract))
    throw new RemoteError('contract', `${id} speaks ${module.contract}, this is ${CONTRACT_VERSION}`)
  return module
}

/** @throws RemoteError always */
async function explain(error: unknown, release: RegistryEntry): Promise<never> {
  const told = toRemoteError(error, 'entry')
  // Where even this part of the shell does not come in time, the plain words do.
  throw await Promise.race([
    import('./explain-failure.ts').then(({ explainFailure }) => explainFailure(error, release)),
    new Promise<RemoteError>((resolve) => setTimeout(resolve, EXPLAIN_MS, told)),
  ]).catch(() => told)
}

/** A chunk or style sheet that did not load, in the words of webpack, rspack and mini-css-extract. */
const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'))

/** @throws RemoteError `timeout` */
function inTime<T>(work: Promise<T>, id: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RemoteError('timeout', `${id}: no answer`)), LOAD_TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
