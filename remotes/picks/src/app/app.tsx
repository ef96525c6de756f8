import { useReadable } from '@propsight/shared/client'
import type { RemoteProps } from '@propsight/shared/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { LazyTrackRecord } from './lazy-dialogs.tsx'
import { MyPicks } from './my-picks.tsx'

/** My Picks, or the track record when the address has `?view=record`. */
export const App = ({ shell }: RemoteProps) => {
  const { path, search } = useReadable(shell.location)
  const record = new URLSearchParams(search).get('view') === 'record'
  return (
    <QueryClientProvider client={shell.queryClient}>
      <div className="u-page">
        {record ? (
          <LazyTrackRecord shell={shell} onClose={() => shell.navigate(path)} />
        ) : (
          <MyPicks shell={shell} />
        )}
      </div>
    </QueryClientProvider>
  )
}
