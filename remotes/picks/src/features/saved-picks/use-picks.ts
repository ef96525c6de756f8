import { type PicksState, pickStoreOf } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { useEffect, useSyncExternalStore } from 'react'

/**
 * The state of the pick store. Pending writes count as unsaved work, so that no release is swapped during a
 * write.
 */
export function usePicks(shell: ShellApi): PicksState {
  const store = pickStoreOf(shell)
  useEffect(() => shell.registerUnsavedWork(store.busy), [shell, store])
  return useSyncExternalStore(store.subscribe, store.get)
}
