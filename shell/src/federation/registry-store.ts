import type { Readable, Registry } from '@propsight/shared/contracts'
import { fetchRegistry, keepRegistry, keptRegistry, registryInPage } from './registry.ts'
import { type RemoteError, toRemoteError } from './remote-error.ts'

export interface RegistryState {
  status: 'loading' | 'ready' | 'failed'
  registry: Registry | null
  /** Where it comes from: this page, the API, or (while the API is away) the last good one of this browser. */
  source: 'page' | 'api' | 'kept' | null
  error: RemoteError | null
}

export interface RegistryStore extends Readable<RegistryState> {
  /** Asks the API again. Never rejects: the state says how it went. */
  reload(): Promise<void>
}

/** The registry of this page load. What the page carries is there at once, without a request. */
export function createRegistryStore(from: {
  page: Document
  elementId: string
  address: string
  storage: () => Storage
}): RegistryStore {
  const listeners = new Set<() => void>()
  const inPage = registryInPage(from.page, from.elementId)
  let state: RegistryState = {
    status: inPage ? 'ready' : 'loading',
    registry: inPage,
    source: inPage ? 'page' : null,
    error: null,
  }
  const set = (next: RegistryState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const withStorage = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(from.storage())
    } catch {
      // Some browsers throw at the mere mention of a denied storage.
      return null
    }
  }

  let running: Promise<void> | null = null
  const load = async () => {
    try {
      const registry = await fetchRegistry(from.address)
      withStorage((storage) => keepRegistry(registry, storage))
      set({ status: 'ready', registry, source: 'api', error: null })
    } catch (cause) {
      const error = toRemoteError(cause, 'registry')
      const kept = state.registry ?? withStorage(keptRegistry)
      if (kept) set({ status: 'ready', registry: kept, source: state.source ?? 'kept', error })
      else set({ status: 'failed', registry: null, source: null, error })
    }
  }
  const store: RegistryStore = {
    get: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    reload() {
      running ??= load().finally(() => {
        running = null
      })
      return running
    },
  }
  if (inPage) withStorage((storage) => keepRegistry(inPage, storage))
  else void store.reload()
  return store
}
