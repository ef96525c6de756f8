import type { RemoteProps } from '@propsight/shared/contracts'
import { EmptyState } from '@propsight/shared/ui'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createStore, Provider } from 'jotai'
import { ShellProvider, useReadable } from '../state/shell.tsx'
import { Dashboard } from './dashboard.tsx'

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

/** Root component of the remote: provides the shell, its query client and a jotai store to the Dashboard. */
export function Root({ shell }: RemoteProps) {
  const user = useReadable(shell.session)
  if (!user) {
    return (
      <div className="u-page">
        <EmptyState icon="bars" title="Sign in to analyze">
          Lines are analyzed for signed-in users only.
        </EmptyState>
      </div>
    )
  }
  return (
    <QueryClientProvider client={shell.queryClient}>
      <Provider key={user.id} store={storeFor(shell.queryClient, user.id)}>
        <ShellProvider shell={shell}>
          <Dashboard />
        </ShellProvider>
      </Provider>
    </QueryClientProvider>
  )
}
