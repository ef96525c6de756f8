import { CONFIG_ELEMENT_ID, REGISTRY_ELEMENT_ID } from '@propsight/shared/contracts'
import { useSyncExternalStore } from 'react'
import * as z from 'zod'
import { createRegistryStore, type RegistryState, type RegistryStore } from './registry-store.ts'

let store: RegistryStore | null = null

/** The API's own address, where the page says that it is not the page's. */
function apiUrl(): string {
  const text = document.getElementById(CONFIG_ELEMENT_ID)?.textContent
  if (!text) return ''
  try {
    return z.object({ apiUrl: z.string() }).parse(JSON.parse(text)).apiUrl
  } catch {
    return ''
  }
}

/** The one registry of this page, made at first use. */
export function registryStore(): RegistryStore {
  store ??= createRegistryStore({
    page: document,
    elementId: REGISTRY_ELEMENT_ID,
    address: `${apiUrl()}/api/remotes`,
    storage: () => localStorage,
  })
  return store
}

/** What is live for this visitor; the shell draws tabs, pages and overlays from it alone. */
export function useRegistry(): RegistryState & { reload(): Promise<void> } {
  const { get, subscribe, reload } = registryStore()
  return { ...useSyncExternalStore(subscribe, get), reload }
}
