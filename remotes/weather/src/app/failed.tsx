import { ErrorState } from '@propsight/shared/ui'
import { failureText } from '../state/failure.ts'
import styles from './weather-view.module.css'

const requestIdOf = (error: Error | null): string | null =>
  error && 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : null

/** Error box of the whole view: the error text, its cause and Retry (W1). */
export const Failed = ({ error, onRetry }: { error: Error | null; onRetry(): void }) => (
  <div className={styles.failed}>
    <ErrorState title="Failed to fetch weather data" onRetry={onRetry} requestId={requestIdOf(error)}>
      {failureText(error)} It is asked for again every half minute.
    </ErrorState>
  </div>
)
