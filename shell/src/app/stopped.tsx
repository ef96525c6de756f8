import { ErrorState } from '@propsight/shared/ui'
import type { ReactElement } from 'react'

/** When nothing else held: a page that says so and offers the way on, rather than an empty one. */
export const Stopped = ({ onReload }: { onReload(): void }): ReactElement => (
  <main className="u-page">
    <ErrorState title="Propsight stopped" onRetry={onReload} retryLabel="Reload">
      An error of this page ended it. What was saved is safe.
    </ErrorState>
  </main>
)
