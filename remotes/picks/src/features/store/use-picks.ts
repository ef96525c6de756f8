import { createPickStore, type PickStore, type PicksState } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { useSyncExternalStore } from 'react'

const stores = new WeakMap<ShellApi, PickStore>()

/** The one store of this remote: a list read by one screen is the list of every other. */
export function usePickStore(shell: ShellApi): PickStore {
  const store = stores.get(shell) ?? createPickStore(shell)
  stores.set(shell, store)
  return store
}

/** What the store has, kept in step while the screen is open. */
export function usePicks(shell: ShellApi): PicksState {
  const store = usePickStore(shell)
  return useSyncExternalStore(store.subscribe, store.get)
}
