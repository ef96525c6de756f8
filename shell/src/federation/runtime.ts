import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import {
  CONTRACT_VERSION,
  contractAccepts,
  type RegistryEntry,
  type RemoteModule,
} from '@propsight/shared/contracts'
import { readManifest } from './manifest.ts'
import { absoluteBase, assetOf, knowRelease, releaseKey } from './release-assets.ts'
import { RemoteError } from './remote-error.ts'
import { tamperedFile } from './tampered-file.ts'

export const SCRIPT_TIMEOUT_MS = 12_000

interface Loading {
  promise: Promise<RemoteModule>
  module: RemoteModule | null
}
const loadings = new Map<string, Loading>()
const attempts = new Map<string, number>()
let guarded = false

/** Scripts that the federation runtime makes itself: the entries of remotes. */
function guardScripts(): void {
  if (guarded) return
  guarded = true
  registerPlugins([
    {
      name: 'propsight-guard',
      createScript({ url }) {
        const asset = assetOf(url)
        const script = document.createElement('script')
        script.src = asset?.url ?? url
        script.crossOrigin = 'anonymous'
        if (asset?.integrity) script.integrity = asset.integrity
        return { script, timeout: SCRIPT_TIMEOUT_MS }
      },
    },
  ])
}

/**
 * The module of a release, loaded once. A failure is forgotten, so that the next call tries afresh: another address
 * for every file, and the entry run again.
 * @throws RemoteError; `contract` before anything is downloaded
 */
export function loadRelease(entry: RegistryEntry): Promise<RemoteModule> {
  const key = releaseKey(entry)
  const known = loadings.get(key)
  if (known) return known.promise
  const promise = load(entry)
  const loading: Loading = { promise, module: null }
  loadings.set(key, loading)
  promise.then(
    (module) => {
      loading.module = module
    },
    () => {
      loadings.delete(key)
      attempts.set(key, (attempts.get(key) ?? 0) + 1)
    },
  )
  return promise
}

/** The module of a release that is already loaded, for a first render without a skeleton. */
export const loadedRelease = (entry: RegistryEntry): RemoteModule | null =>
  loadings.get(releaseKey(entry))?.module ?? null

async function load(entry: RegistryEntry): Promise<RemoteModule> {
  const id = `${entry.name} ${entry.version}`
  if (!contractAccepts(CONTRACT_VERSION, entry.contract))
    throw new RemoteError('contract', `${id} needs contract ${entry.contract}, this is ${CONTRACT_VERSION}`)
  guardScripts()
  const attempt = attempts.get(releaseKey(entry)) ?? 0
  knowRelease(entry, attempt)
  const { url, globalName } = await readManifest(entry).catch((error) => explain(error, entry))
  // A name of its own for every attempt: the runtime remembers what failed by name and never asks again.
  const name = `${releaseKey(entry)}#${attempt}`
  if (attempt > 0) Reflect.set(globalThis, globalName, undefined)
  registerRemotes([{ name, entry: url, entryGlobalName: globalName, type: 'global' }])
  const exposed = await loadRemote<unknown>(`${name}/remote`).catch((error) => explain(error, entry))
  const module = moduleOf(exposed)
  if (module?.name !== entry.name) throw new RemoteError('shape', `${id} exposes no remote of that name`)
  if (!contractAccepts(CONTRACT_VERSION, module.contract))
    throw new RemoteError('contract', `${id} speaks ${module.contract}, this is ${CONTRACT_VERSION}`)
  return module
}

/** The runtime's words are for its developers: which file of which release is enough, the rest is the cause. */
async function explain(error: unknown, entry: RegistryEntry): Promise<never> {
  if (error instanceof RemoteError && error.kind !== 'manifest') throw error
  const id = `${entry.name} ${entry.version}`
  const tampered = await tamperedFile(entry)
  if (tampered)
    throw new RemoteError('integrity', `${id}, ${tampered}: its integrity differs`, { cause: error })
  if (error instanceof RemoteError) throw error
  const text = String(error)
  const base = absoluteBase(entry)
  const at = text.indexOf(base)
  const file = at < 0 ? 'its files' : /^[\w./~-]*/.exec(text.slice(at + base.length))?.[0]
  const slow = /timed? ?out/i.test(text)
  throw new RemoteError(
    slow ? 'timeout' : 'entry',
    `${id}, ${file}: ${slow ? 'no answer' : 'did not load'}`,
    {
      cause: error,
    },
  )
}

function moduleOf(exposed: unknown): RemoteModule | null {
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
