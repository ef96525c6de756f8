import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import {
  acceptsContract,
  CONTRACT_VERSION,
  type RegistryEntry,
  type RemoteModule,
} from '@propsight/shared/contracts'
import { guardElements } from './guard-elements.ts'
import { recordLoad } from './load-log.ts'
import { readManifest } from './read-manifest.ts'
import { registerRelease, releaseKey } from './release-records.ts'
import { RemoteError, toRemoteError } from './remote-error.ts'

/** The remote module that a container exposes as its default export; null when it is no remote module. */
export function readRemoteModule(exposed: unknown): RemoteModule | null {
  const module =
    exposed !== null && typeof exposed === 'object' && 'default' in exposed ? exposed.default : null
  return isRemoteModule(module) ? module : null
}

const isRemoteModule = (value: unknown): value is RemoteModule =>
  value !== null &&
  typeof value === 'object' &&
  'name' in value &&
  'contract' in value &&
  typeof value.contract === 'string' &&
  'Root' in value &&
  (typeof value.Root === 'function' || (typeof value.Root === 'object' && value.Root !== null))

/**
 * Upper bound on loading a release, ms. Longer than the time limits of its files in sequence, because a
 * container may also hang while it initializes.
 */
const LOAD_TIMEOUT_MS = 40_000
/** Upper bound on diagnosing a failed load before falling back to the previous release, ms. */
const DIAGNOSIS_MS = 3_000

interface Loading {
  promise: Promise<RemoteModule>
  module: RemoteModule | null
  /** `at`: `performance.now()` of the request. `ms`: load time. */
  at: number
  ms: number
}
const releaseLoads = new Map<string, Loading>()
const attempts = new Map<string, number>()
/** Names of the containers of each release. After failed loads a release has more than one container. */
const containers = new Map<string, { name: string; globalName: string }[]>()
let made = 0

/**
 * Loads the module of a release, once per page. After a failure the next call loads again, with a new URL for
 * every file and a new run of the entry. The load log records the outcome.
 * @param fallbackOf for a fallback: the version that it replaces
 * @throws RemoteError; `contract` before any download
 */
export function loadRelease(release: RegistryEntry, fallbackOf?: string): Promise<RemoteModule> {
  const key = releaseKey(release)
  const known = releaseLoads.get(key)
  if (known) return known.promise
  const at = performance.now()
  const loading: Loading = { promise: load(release), module: null, at, ms: 0 }
  releaseLoads.set(key, loading)
  const note = (state: 'loading' | 'loaded' | 'failed', error?: RemoteError) => {
    if (state !== 'loading') loading.ms = Math.round(performance.now() - at)
    const { name, version } = release
    recordLoad({
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
      resetRelease(key)
      note('failed', toRemoteError(error, 'entry'))
    },
  )
  return loading.promise
}

/** The module of a loaded release, or null. Allows a first render without a skeleton. */
export const loadedRelease = (release: RegistryEntry): RemoteModule | null =>
  releaseLoads.get(releaseKey(release))?.module ?? null

/**
 * Records that a loaded release failed: by an error in render or effects, or by a chunk that failed to load.
 */
export function recordCrash(release: RegistryEntry, error: RemoteError, fallbackOf?: string): void {
  const key = releaseKey(release)
  const { at = performance.now(), ms = 0 } = releaseLoads.get(key) ?? {}
  const missing = isChunkFailure(error.cause)
  // React's `lazy` keeps a failed import forever, so only a new copy of the code can load the chunk again.
  if (missing) resetRelease(key)
  const { name, version } = release
  const kind = missing ? 'entry' : error.kind
  recordLoad({ name, version, state: 'failed', kind, error, at, ms, ...(fallbackOf && { fallbackOf }) })
}

function resetRelease(key: string): void {
  releaseLoads.delete(key)
  attempts.set(key, (attempts.get(key) ?? 0) + 1)
}

/** All releases that this page requested and has not removed, as `name@version`. */
export const listReleases = (): string[] => [...new Set([...releaseLoads.keys(), ...containers.keys()])]

/** Removes all records of a release. @returns its containers */
export function removeReleaseRecords(key: string): { name: string; globalName: string }[] {
  const had = containers.get(key) ?? []
  containers.delete(key)
  releaseLoads.delete(key)
  attempts.delete(key)
  return had
}

async function load(release: RegistryEntry): Promise<RemoteModule> {
  const key = releaseKey(release)
  const id = `${release.name} ${release.version}`
  if (!acceptsContract(CONTRACT_VERSION, release.contract))
    throw new RemoteError('contract', `${id} needs contract ${release.contract}, this is ${CONTRACT_VERSION}`)
  guardElements()
  const attempt = attempts.get(key) ?? 0
  registerRelease(release, attempt)
  const { url, globalName } = await readManifest(release).catch((error) => throwDiagnosed(error, release))
  // A new name for every attempt: the runtime remembers a failure by container name and would not load it
  // again.
  made += 1
  const name = `${key}#${made}`
  containers.set(key, [...(containers.get(key) ?? []), { name, globalName }])
  if (attempt > 0) Reflect.set(globalThis, globalName, undefined)
  registerRemotes([{ name, entry: url, entryGlobalName: globalName, type: 'global' }])
  const exposed = await withTimeLimit(loadRemote<unknown>(`${name}/remote`), id).catch((error) =>
    throwDiagnosed(error, release),
  )
  const module = readRemoteModule(exposed)
  if (module?.name !== release.name) throw new RemoteError('shape', `${id} exposes no remote of that name`)
  if (!acceptsContract(CONTRACT_VERSION, module.contract))
    throw new RemoteError('contract', `${id} speaks ${module.contract}, this is ${CONTRACT_VERSION}`)
  return module
}

/** Diagnoses a failed load. @throws RemoteError always */
async function throwDiagnosed(error: unknown, release: RegistryEntry): Promise<never> {
  const told = toRemoteError(error, 'entry')
  // When this chunk or the diagnosis does not finish in time, the plain error is thrown.
  throw await Promise.race([
    import('./diagnose-failure.ts').then(({ diagnoseFailure }) => diagnoseFailure(error, release)),
    new Promise<RemoteError>((resolve) => setTimeout(resolve, DIAGNOSIS_MS, told)),
  ]).catch(() => told)
}

/**
 * Whether a chunk or style sheet failed to load: error name or code of webpack, rspack and mini-css-extract.
 */
const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'))

/** Limits a load to `LOAD_TIMEOUT_MS`. @throws RemoteError `timeout` */
function withTimeLimit<T>(work: Promise<T>, id: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RemoteError('timeout', `${id}: no answer`)), LOAD_TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
