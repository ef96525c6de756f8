import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'jotai'

type Store = ReturnType<typeof createStore>

const stores = new WeakMap<QueryClient, { userId: string; store: Store }>()

/**
 * The jotai store of this remote. It lives as long as the shell's query client, so that a board survives a
 * change of tab. Another user gets a new store, so that boards are never visible across sessions.
 */
export function storeFor(queryClient: QueryClient, userId: string): Store {
  const existing = stores.get(queryClient)
  if (existing?.userId === userId) return existing.store
  const store = createStore()
  stores.set(queryClient, { userId, store })
  return store
}
