import { REGISTRY_ELEMENT_ID } from '@propsight/shared/contracts'
import { useSyncExternalStore } from 'react'
import { apiUrl } from './registry.ts'
import { createRegistryStore, type RegistryState, type RegistryStore } from './registry-store.ts'

let store: RegistryStore | null = null

/** The registry of this page, created at first use. */
export function registryStore(): RegistryStore {
  store ??= createRegistryStore({
    page: document,
    elementId: REGISTRY_ELEMENT_ID,
    address: `${apiUrl()}/api/remotes`,
    storage: () => localStorage,
  })
  return store
}

/** The registry for this visitor. The shell renders tabs, pages and overlays from it (F1). */
export function useRegistry(): RegistryState & { reload(): Promise<void> } {
  const { get, subscribe, reload } = registryStore()
  return { ...useSyncExternalStore(subscribe, get), reload }
}
