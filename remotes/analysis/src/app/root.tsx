import { ShellProvider, useOpenSports, useReadable } from '@propsight/shared/client'
import type { RemoteProps } from '@propsight/shared/contracts'
import { EmptyState } from '@propsight/shared/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai'
import { storeFor } from '../state/store.ts'
import { Dashboard } from './dashboard.tsx'

/** Root component of the remote: provides the shell, its query client and a jotai store to the Dashboard. */
export function Root({ shell }: RemoteProps) {
  const user = useReadable(shell.session)
  const isReady = useOpenSports(useReadable(shell.dataSource).sports)
  if (!user) {
    return (
      <div className="u-page">
        <EmptyState icon="bars" title="Sign in to analyze">
          Lines are analyzed for signed-in users only.
        </EmptyState>
      </div>
    )
  }
  if (!isReady) return null
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
