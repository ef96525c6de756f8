import { CONFIG_ELEMENT_ID, REGISTRY_ELEMENT_ID } from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { useSyncExternalStore } from 'react'
import { createRegistryStore, type RegistryState, type RegistryStore } from './registry-store.ts'

let store: RegistryStore | null = null

/** URL of the API from the page config; empty when the API has the page's origin. */
function apiUrl(): string {
  const text = document.getElementById(CONFIG_ELEMENT_ID)?.textContent
  if (!text) return ''
  try {
    return z.object({ apiUrl: z.string() }).parse(JSON.parse(text)).apiUrl
  } catch {
    return ''
  }
}

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
