import { type PickStore, type PicksState, pickStoreOf } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { useEffect, useSyncExternalStore } from 'react'

/** The operations on the picks, of the one store of this remote. */
export const usePickStore = (shell: ShellApi): PickStore => pickStoreOf(shell)

/** What the store has, kept in step while the screen is open; no release is swapped in while a write is under way. */
export function usePicks(shell: ShellApi): PicksState {
  const store = pickStoreOf(shell)
  useEffect(() => shell.registerUnsavedWork(store.busy), [shell, store])
  return useSyncExternalStore(store.subscribe, store.get)
}
