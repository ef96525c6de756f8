import type { RegistryEntry, RemoteModule, ShellApi } from '@propsight/shared/contracts'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { releaseKey } from './release-assets.ts'
import { RemoteBoundary } from './remote-boundary.tsx'
import { type RemoteError, toRemoteError } from './remote-error.ts'
import { RemoteSkeleton, RemoteUnavailable } from './remote-panel.tsx'
import { loadedRelease, loadRelease } from './runtime.ts'

export interface RemoteViewProps {
  entry: RegistryEntry
  shell: ShellApi
}

/** One remote, contained: skeleton, then the remote, or a panel with Retry. Nothing it does reaches beyond this. */
export const RemoteView = (props: RemoteViewProps) => (
  // Another release is another remote: no state of the one before is left.
  <RemoteRelease key={releaseKey(props.entry)} {...props} />
)

type State = { module: RemoteModule } | { error: RemoteError } | null

function RemoteRelease({ entry, shell }: RemoteViewProps) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>(() => {
    const module = loadedRelease(entry)
    return module && { module }
  })
  const load = useCallback(() => {
    loadRelease(entry).then(
      (module) => setState({ module }),
      (error) => setState({ error: toRemoteError(error, 'entry') }),
    )
  }, [entry])
  useEffect(load, [load])

  const retry = () => {
    setState(null)
    setAttempt((count) => count + 1)
    load()
  }
  const unavailable = (error: RemoteError) => (
    <RemoteUnavailable entry={entry} shell={shell} error={error} onRetry={retry} />
  )
  if (state === null) return <RemoteSkeleton placement={entry.placement} />
  if ('error' in state) return unavailable(state.error)
  const { Root } = state.module
  return (
    <RemoteBoundary key={attempt} fallback={unavailable}>
      <Suspense fallback={<RemoteSkeleton placement={entry.placement} />}>
        <Root shell={shell} />
      </Suspense>
    </RemoteBoundary>
  )
}
