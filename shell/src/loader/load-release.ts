/**
 * How the shell finds, loads, verifies and replaces remotes. A remote is a part of the product with its own
 * build and releases. This file loads the code of a release; the other files of this folder do the rest.
 *
 * FIND: the registry lists all remotes, with one release of each for this visitor.
 * - The API chooses the releases (`composeReleaseChoice`, api/src/services/releases/catalogue/choice.ts) and
 *   writes the registry into the page.
 * - `createRegistryStore` (registry-store.ts) reads it from the page. If the page has none, it uses the copy in
 *   localStorage and requests `GET /api/remotes` (`fetchRegistry`, registry.ts). `parseRegistry` skips invalid
 *   entries.
 * - `routesOf` (app/route.ts) turns the registry into the routes of the page.
 *
 * LOAD: a release is a Module Federation container with the module `./remote`.
 * - The page preloads the files of its first remote (`preloads`, api/src/services/releases/render-page.ts).
 *   `preloadRemote` (preload-remote.ts) loads it while the session is read, and other remotes when pointer or
 *   focus enters their tab.
 * - `RemoteView` (remote-view.tsx) shows a skeleton, calls `loadRelease` and renders the module's `Root`.
 * - `load` gets URL and global name of the entry file (`readManifest`, read-manifest.ts). `registerRemotes`
 *   and `loadRemote` of the federation runtime run the entry file, pass the shared packages (React and
 *   others) to the container and get its module. An entry file that is an ES module is imported by
 *   `importContainer` (import-container.ts), and the rest is the same.
 *
 * VERIFY: any failed check is a `RemoteError` (remote-error.ts), and the remote is not rendered.
 * - Contract: `acceptsContract` requires the shell's major version and a minor version that is not newer. It
 *   checks the registry entry before any download, and the module after the load.
 * - Integrity: `registerRelease` (release-records.ts) stores the hashes of the release. `guardElements`
 *   (guard-elements.ts) sets them on every script and style sheet, so the browser refuses changed files.
 *   An `import` has no place for a hash, so `importContainer` first has all modules verified by preload links.
 * - Names: `readManifest` requires that the manifest exposes `./remote`. `load` requires a remote module
 *   (`readRemoteModule`) with the name of the registry entry.
 * - `diagnoseFailure` (diagnose-failure.ts) finds the reason of a failed load. `recordLoad` (load-log.ts)
 *   records every load, and `reportLoads` (background/report-loads.ts) reports it to the API.
 *
 * REPLACE: a failed release by its fallback, an older release by a newer one.
 * - Canary: an entry with the channel `canary` is on trial for a part of the visitors. Its fallback is the
 *   live release; the fallback of a live release is the previous one. The API halts a canary that fails often
 *   (`createLoadReports`, api/src/services/releases/load-reports.ts).
 * - Fallback: after a failed load, or a crash that `RemoteBoundary` (remote-boundary.tsx) caught, `markBroken`
 *   (choose-release.ts) marks the release, and `chooseRelease` returns its fallback. When the fallback fails too,
 *   `fetchFallbacks` (fetch-fallbacks.ts) requests the other retained releases, which are tried in turn. When all
 *   failed, `RemoteUnavailable` (remote-view.tsx) offers Retry.
 * - Swap without reload: `pollRegistry` (background/poll-registry.ts) requests the registry every minute.
 *   `swapReleases` (background/swap-releases.ts) loads a newer release in the background. When no work would
 *   be lost, `take` of the registry store replaces the entry and `RemoteView` mounts the new release.
 *   `removeUnusedReleases` (background/swap-releases.ts) then removes the old one from the page. A newer
 *   shell needs a reload.
 *
 * END: what a remote did to the page outside of its elements ends with its mount (lease/lease.ts). `watchRemotes`
 * (background/watch-remotes.ts) finds failures that throw no error, such as a hang.
 *
 * EXTEND: a remote may offer components to other remotes. `ExtensionHost` (extensions/extension-host.ts)
 * finds, loads and replaces their releases by the same functions, and mounts the components.
 */

import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { randomHex } from '@propsight/shared/client'
import {
  acceptsContract,
  CONTRACT_VERSION,
  type RegistryEntry,
  type RemoteModule,
} from '@propsight/shared/contracts'
import { recordEarlyEffects } from './early-effects.ts'
import { guardElements } from './guard-elements.ts'
import { markRunning } from './hang-mark.ts'
import { recordLoad } from './load-log.ts'
import { readManifest } from './read-manifest.ts'
import { registerRelease, releaseKey, releaseNamedIn } from './release-records.ts'
import { RemoteError, toRemoteError } from './remote-error.ts'

/** The remote module that a container exposes as its default export; null when it is not a remote module. */
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
/** Trace id of the last load of each release. */
const traces = new Map<string, string>()
/** Names of the containers of each release. After failed loads a release has more than one container. */
const containers = new Map<string, { name: string; globalName: string }[]>()
/** Number of containers registered so far. Makes their names unique. */
let containerCount = 0

/** 32 random hex digits, as a W3C trace id. */
const newTrace = (): string => randomHex(4)

/** The trace id of the last load of a release; undefined before the first. */
export const loadTrace = (release: Pick<RegistryEntry, 'name' | 'version'>): string | undefined =>
  traces.get(releaseKey(release))

/**
 * Loads the module of a release, once per page. After a failure the next call loads again, with a new URL for
 * every file and a new run of the entry. The load log records the outcome.
 * @param fallbackOf for a fallback: the version that it replaces
 * @throws RemoteError; `contract` before any download
 */
export function loadRelease(release: RegistryEntry, fallbackOf?: string): Promise<RemoteModule> {
  const key = releaseKey(release)
  const existing = releaseLoads.get(key)
  if (existing) return existing.promise
  const at = performance.now()
  const trace = newTrace()
  traces.set(key, trace)
  const loading: Loading = { promise: load(release), module: null, at, ms: 0 }
  releaseLoads.set(key, loading)
  const logState = (state: 'loading' | 'loaded' | 'failed', error?: RemoteError) => {
    if (state !== 'loading') loading.ms = Math.round(performance.now() - at)
    const { name, version } = release
    recordLoad({
      name,
      version,
      state,
      trace,
      at,
      ms: loading.ms,
      ...(error && { kind: error.kind, error }),
      ...(fallbackOf && { fallbackOf }),
    })
  }
  logState('loading')
  loading.promise.then(
    (module) => {
      loading.module = module
      markRunning(key)
      logState('loaded')
    },
    (error) => {
      resetRelease(key)
      logState('failed', toRemoteError(error, 'entry'))
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
  const trace = traces.get(key) ?? newTrace()
  const missing = isChunkFailure(error.cause)
  // React's `lazy` keeps a failed import forever, so only a new copy of the code can load the chunk again.
  if (missing) resetRelease(key)
  const { name, version } = release
  const kind = missing ? 'entry' : error.kind
  recordLoad({
    name,
    version,
    state: 'failed',
    kind,
    error,
    trace,
    at,
    ms,
    ...(fallbackOf && { fallbackOf }),
  })
}

function resetRelease(key: string): void {
  releaseLoads.delete(key)
  attempts.set(key, (attempts.get(key) ?? 0) + 1)
}

/** All releases that this page requested and has not removed, as `name@version`. */
export const listReleases = (): string[] => [...new Set([...releaseLoads.keys(), ...containers.keys()])]

/** Removes all records of a release. @returns its containers */
export function removeReleaseRecords(key: string): { name: string; globalName: string }[] {
  const removed = containers.get(key) ?? []
  containers.delete(key)
  releaseLoads.delete(key)
  attempts.delete(key)
  traces.delete(key)
  return removed
}

async function load(release: RegistryEntry): Promise<RemoteModule> {
  const key = releaseKey(release)
  const id = `${release.name} ${release.version}`
  if (!acceptsContract(CONTRACT_VERSION, release.contract))
    throw new RemoteError('contract', `${id} needs contract ${release.contract}, this is ${CONTRACT_VERSION}`)
  guardElements()
  recordEarlyEffects()
  const attempt = attempts.get(key) ?? 0
  registerRelease(release, attempt)
  const { url, globalName, isModule } = await readManifest(release).catch((error) =>
    throwDiagnosed(error, release),
  )
  // A new name for every attempt: the runtime remembers a failure by container name and would not load it
  // again.
  containerCount += 1
  const name = `${key}#${containerCount}`
  containers.set(key, [...(containers.get(key) ?? []), { name, globalName }])
  if (attempt > 0) Reflect.set(globalThis, globalName, undefined)
  registerRemotes([{ name, entry: url, entryGlobalName: globalName, type: 'global' }])
  const scriptErrors = watchScriptErrors(key)
  // The runtime uses an existing global as the container. A separate chunk, because most containers are scripts.
  const container = isModule
    ? import(/* webpackChunkName: "loader" */ './import-container.ts').then(({ importContainer }) =>
        importContainer(release, url, globalName),
      )
    : null
  const loading = Promise.resolve(container).then(() => loadRemote<unknown>(`${name}/remote`))
  const exposed = await withTimeLimit(loading, id)
    .catch((error) => throwDiagnosed(error, release, scriptErrors.first()))
    .finally(scriptErrors.end)
  const module = readRemoteModule(exposed)
  if (module?.name !== release.name) throw new RemoteError('shape', `${id} exposes no remote of that name`)
  if (!acceptsContract(CONTRACT_VERSION, module.contract))
    throw new RemoteError('contract', `${id} speaks ${module.contract}, this is ${CONTRACT_VERSION}`)
  return module
}

/**
 * Collects the errors that the scripts of a release throw while it loads. The browser reports them as events of the
 * page only; the federation runtime sees that the container is missing.
 */
function watchScriptErrors(key: string): { first(): unknown; end(): void } {
  let first: unknown
  const onError = ({ error }: ErrorEvent) => {
    if (error instanceof Error && releaseNamedIn(error.stack ?? '') === key) first ??= error
  }
  addEventListener('error', onError)
  return { first: () => first, end: () => removeEventListener('error', onError) }
}

/**
 * Diagnoses a failed load.
 * @param thrown an error that a script of the release threw meanwhile
 * @throws RemoteError always
 */
async function throwDiagnosed(error: unknown, release: RegistryEntry, thrown?: unknown): Promise<never> {
  const plainError = toRemoteError(error, 'entry')
  // When this chunk or the diagnosis does not finish in time, the plain error is thrown.
  throw await Promise.race([
    import(/* webpackChunkName: "loader" */ './diagnose-failure.ts').then(({ diagnoseFailure }) =>
      diagnoseFailure(error, release, thrown),
    ),
    new Promise<RemoteError>((resolve) => setTimeout(resolve, DIAGNOSIS_MS, plainError)),
  ]).catch(() => plainError)
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
