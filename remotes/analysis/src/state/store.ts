import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'jotai'

type Store = ReturnType<typeof createStore>

const stores = new WeakMap<QueryClient, { userId: string; store: Store }>()

/**
 * This remote's own store. It lives as long as the shell's query client, so that a board survives a change of tab,
 * and never longer than its user's session, so that nobody sees another one's board.
 */
export function storeFor(queryClient: QueryClient, userId: string): Store {
  const known = stores.get(queryClient)
  if (known?.userId === userId) return known.store
  const store = createStore()
  stores.set(queryClient, { userId, store })
  return store
}
