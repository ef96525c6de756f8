import { Banner, Button, ErrorState } from '@propsight/shared/ui'
import type { Failure } from '../../state/run.ts'
import { useShell } from '../../state/shell.tsx'
import { useOnline } from './use-online.ts'

const NEEDS_CREDITS = new Set(['NO_CREDITS', 'NOT_ENOUGH_CREDITS'])

/**
 * Message and cost of a failed run, with Retry, or a link to the pricing when credits are missing. A run that
 * the user cancelled is shown as a notice with Go on, not as an error.
 */
export function RunFailed({ failure, onRetry }: { failure: Failure; onRetry(): void }) {
  const shell = useShell()
  const online = useOnline()
  const poor = NEEDS_CREDITS.has(failure.code)
  if (failure.code === 'CANCELLED') {
    return (
      <Banner
        title={`${failure.message}.`}
        action={
          <Button variant="bare" onClick={onRetry}>
            Go on
          </Button>
        }
      >
        {failure.cost}
      </Banner>
    )
  }
  const offline = failure.code === 'CONNECTION_ERROR' && !online
  return (
    <ErrorState
      title={failure.message}
      onRetry={onRetry}
      requestId={failure.requestId}
      action={poor && <Button onClick={() => shell.navigate('/pricing')}>See pricing</Button>}
      {...(offline && { note: 'You are offline. Retry when the connection is back.' })}
    >
      {failure.cost}
    </ErrorState>
  )
}
