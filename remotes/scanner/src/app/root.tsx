import { useOpenSports, useReadable } from '@propsight/shared/client'
import type { RemoteProps } from '@propsight/shared/contracts'
import { EmptyState } from '@propsight/shared/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { Scanner } from './scanner.tsx'

/** Root of the remote. Uses the shell's query client, so that prices remain when the tab is left. */
export function Root({ shell }: RemoteProps) {
  const user = useReadable(shell.session)
  const isReady = useOpenSports(useReadable(shell.dataSource).sports)
  if (!user) {
    return (
      <div className="u-page">
        <EmptyState icon="scanner" title="Sign in to see prices">
          Prices of sportsbooks are shown to signed-in users only.
        </EmptyState>
      </div>
    )
  }
  if (!isReady) return null
  return (
    <QueryClientProvider client={shell.queryClient}>
      <Scanner key={user.id} shell={shell} userId={user.id} />
    </QueryClientProvider>
  )
}
