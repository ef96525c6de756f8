import { type PickStore, type PicksState, pickStoreOf } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { useEffect, useSyncExternalStore } from 'react'

/** The pick store of this remote: one per shell. */
export const usePickStore = (shell: ShellApi): PickStore => pickStoreOf(shell)

/**
 * The state of the pick store. Pending writes count as unsaved work, so that no release is swapped during a
 * write.
 */
export function usePicks(shell: ShellApi): PicksState {
  const store = pickStoreOf(shell)
  useEffect(() => shell.registerUnsavedWork(store.busy), [shell, store])
  return useSyncExternalStore(store.subscribe, store.get)
}
