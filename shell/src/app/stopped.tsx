import { ErrorState } from '@propsight/shared/ui'
import type { ReactElement } from 'react'

/**
 * Last fallback for a render error that no other boundary caught: a message with Reload, not an empty page.
 */
export const Stopped = ({ onReload }: { onReload(): void }): ReactElement => (
  <main className="u-page">
    <ErrorState title="Propsight stopped" onRetry={onReload} retryLabel="Reload">
      An error of this page ended it. What was saved is safe.
    </ErrorState>
  </main>
)
