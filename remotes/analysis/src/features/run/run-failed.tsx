import { Button, ErrorState } from '@propsight/shared/ui'
import type { Failure } from '../../state/run.ts'
import { useShell } from '../../state/shell.tsx'

const NEEDS_CREDITS = new Set(['NO_CREDITS', 'NOT_ENOUGH_CREDITS'])

/** What went wrong, what it cost, and the way on: Retry, or the prices where credits are what is missing. */
export function RunFailed({ failure, onRetry }: { failure: Failure; onRetry(): void }) {
  const shell = useShell()
  const poor = NEEDS_CREDITS.has(failure.code)
  return (
    <ErrorState
      title={failure.message}
      onRetry={onRetry}
      requestId={failure.requestId}
      action={poor && <Button onClick={() => shell.navigate('/pricing')}>See pricing</Button>}
    >
      {failure.cost}
    </ErrorState>
  )
}
