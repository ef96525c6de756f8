import { createValue } from '@propsight/shared/client'
import type { Readable, Registry, RegistryEntry } from '@propsight/shared/contracts'
import { chooseRelease } from './broken-releases.ts'
import { fetchRegistry, keptRegistry, registryInPage } from './registry.ts'
import { isOwnMachine } from './release-assets.ts'
import { type RemoteError, toRemoteError } from './remote-error.ts'
import { loadedRelease } from './runtime.ts'

export interface RegistryState {
  status: 'loading' | 'ready' | 'failed'
  /** What is shown: the newest registry, but for releases that are in use until they are taken out of use. */
  registry: Registry | null
  /** What the server said last. */
  newest: Registry | null
  /** Where it comes from: this page, the API, or (while the API is away) the last good one of this browser. */
  source: 'page' | 'api' | 'kept' | null
  error: RemoteError | null
}

export interface RegistryStore extends Readable<RegistryState> {
  /** Asks the API again. Never rejects: the state says how it went. */
  reload(): Promise<void>
  /** Shows the newest releases of these remotes in place of the ones in use; one that was withdrawn goes. */
  take(names: readonly string[]): void
}

/** A release whose code runs stays until it is swapped, and what a machine of one's own serves as long as the page. */
const stays = (old: RegistryEntry, entry: RegistryEntry): boolean =>
  old.version !== entry.version &&
  (isOwnMachine(old) || isOwnMachine(entry) || loadedRelease(chooseRelease(old)) !== null)

function shownOf(shown: Registry | null, newest: Registry, taken: readonly string[]): Registry {
  const before = shown?.remotes ?? []
  const remotes = newest.remotes.map((entry) => {
    const old = before.find(({ name }) => name === entry.name)
    return old && !taken.includes(entry.name) && stays(old, entry) ? old : entry
  })
  const withdrawn = before.filter(
    (old) =>
      !remotes.some(({ name }) => name === old.name) &&
      (isOwnMachine(old) || (!taken.includes(old.name) && loadedRelease(chooseRelease(old)) !== null)),
  )
  return { ...newest, remotes: [...remotes, ...withdrawn] }
}

function kept(storage: () => Storage): Registry | null {
  try {
    return keptRegistry(storage())
  } catch {
    // Some browsers throw at the mere mention of a denied storage.
    return null
  }
}

/** The registry of this page load. What the page carries, or this browser kept, is there at once. */
export function createRegistryStore(from: {
  page: Document
  elementId: string
  address: string
  storage: () => Storage
}): RegistryStore {
  const inPage = registryInPage(from.page, from.elementId)
  const first = inPage ?? kept(from.storage)
  const state = createValue<RegistryState>({
    status: first ? 'ready' : 'loading',
    registry: first,
    newest: first,
    source: inPage ? 'page' : first && 'kept',
    error: null,
  })
  const set = (change: Partial<RegistryState>) => state.set({ ...state.get(), ...change })

  let etag: string | null = null
  let running: Promise<void> | null = null
  const load = async () => {
    try {
      const answer = await fetchRegistry(from.address, etag)
      if (!answer) return state.get().error ? set({ error: null }) : undefined
      const newest = answer.registry
      etag = answer.etag
      const registry = shownOf(state.get().registry, newest, [])
      set({ status: 'ready', registry, newest, source: 'api', error: null })
    } catch (cause) {
      set({ status: state.get().registry ? 'ready' : 'failed', error: toRemoteError(cause, 'registry') })
    }
  }
  const store: RegistryStore = {
    get: state.get,
    subscribe: state.subscribe,
    reload() {
      running ??= load().finally(() => {
        running = null
      })
      return running
    },
    take(names) {
      const { registry, newest } = state.get()
      if (newest) set({ registry: shownOf(registry, newest, names) })
    },
  }
  if (!inPage) void store.reload()
  return store
}
