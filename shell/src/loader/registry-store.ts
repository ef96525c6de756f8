import { createWritableValue } from '@propsight/shared/client'
import type { Readable, Registry, RegistryEntry } from '@propsight/shared/contracts'
import { chooseRelease } from './choose-release.ts'
import { loadedRelease } from './load-release.ts'
import { fetchRegistry, parseRegistry, STORED_REGISTRY_KEY } from './registry.ts'
import { isDeveloperMachine } from './release-records.ts'
import { type RemoteError, toRemoteError } from './remote-error.ts'

/** The registry in the page's JSON block; null without a valid one. */
export function registryInPage(page: Document, elementId: string): Registry | null {
  const text = page.getElementById(elementId)?.textContent
  if (!text) return null
  try {
    return parseRegistry(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * The registry stored in this browser (`storeRegistry`); null when no entry is valid, for example of another
 * build, and when the browser denies the storage.
 */
export function readStoredRegistry(storage: () => Pick<Storage, 'getItem'>): Registry | null {
  try {
    const text = storage().getItem(STORED_REGISTRY_KEY)
    const registry = text ? parseRegistry(JSON.parse(text)) : null
    return registry && registry.remotes.length > 0 ? registry : null
  } catch {
    return null
  }
}

export interface RegistryState {
  status: 'loading' | 'ready' | 'failed'
  /** The shown registry: the newest one, except that releases in use stay until they are replaced. */
  registry: Registry | null
  /** The last registry received. */
  newest: Registry | null
  /**
   * Source of `newest`: this page, the API, or the copy stored in this browser (while the API is
   * unavailable).
   */
  source: 'page' | 'api' | 'stored' | null
  error: RemoteError | null
}

export interface RegistryStore extends Readable<RegistryState> {
  /**
   * Requests the registry from the API. Never rejects; the state has the error.
   * @param token of the session, because releases and values may depend on the account
   */
  reload(token?: string | null): Promise<void>
  /** Replaces the releases in use of these remotes by the newest ones. Removes withdrawn remotes. */
  take(names: readonly string[]): void
}

/**
 * A loaded release stays until `take` replaces it. A remote from a developer's machine stays until the page
 * ends.
 */
const mustStay = (old: RegistryEntry, entry: RegistryEntry): boolean =>
  old.version !== entry.version &&
  (isDeveloperMachine(old) || isDeveloperMachine(entry) || loadedRelease(chooseRelease(old)) !== null)

function mergeRegistries(shown: Registry | null, newest: Registry, taken: readonly string[]): Registry {
  const before = shown?.remotes ?? []
  const remotes = newest.remotes.map((entry) => {
    const old = before.find(({ name }) => name === entry.name)
    if (!old) return entry
    // The same object, so that nothing that a remote got from it is created anew.
    const isSame = JSON.stringify(old) === JSON.stringify(entry)
    return isSame || (!taken.includes(entry.name) && mustStay(old, entry)) ? old : entry
  })
  const withdrawn = before.filter(
    (old) =>
      !remotes.some(({ name }) => name === old.name) &&
      (isDeveloperMachine(old) || (!taken.includes(old.name) && loadedRelease(chooseRelease(old)) !== null)),
  )
  return { ...newest, remotes: [...remotes, ...withdrawn] }
}

/**
 * Creates the registry of this page load. The registry in the page or in the browser's storage is available
 * at once.
 */
export function createRegistryStore(from: {
  page: Document
  elementId: string
  address: string
  storage: () => Storage
}): RegistryStore {
  const inPage = registryInPage(from.page, from.elementId)
  const first = inPage ?? readStoredRegistry(from.storage)
  const state = createWritableValue<RegistryState>({
    status: first ? 'ready' : 'loading',
    registry: first,
    newest: first,
    source: inPage ? 'page' : first && 'stored',
    error: null,
  })
  const set = (change: Partial<RegistryState>) => state.set({ ...state.get(), ...change })

  let etag: string | null = null
  let running: Promise<void> | null = null
  const load = async (token?: string | null) => {
    try {
      const answer = await fetchRegistry(from.address, etag, token)
      if (!answer) {
        if (state.get().error) set({ error: null })
        return
      }
      const newest = answer.registry
      etag = answer.etag
      const registry = mergeRegistries(state.get().registry, newest, [])
      set({ status: 'ready', registry, newest, source: 'api', error: null })
    } catch (cause) {
      set({ status: state.get().registry ? 'ready' : 'failed', error: toRemoteError(cause, 'registry') })
    }
  }
  const store: RegistryStore = {
    get: state.get,
    subscribe: state.subscribe,
    reload(token) {
      running ??= load(token).finally(() => {
        running = null
      })
      return running
    },
    take(names) {
      const { registry, newest } = state.get()
      if (newest) set({ registry: mergeRegistries(registry, newest, names) })
    },
  }
  if (!inPage) void store.reload()
  return store
}
