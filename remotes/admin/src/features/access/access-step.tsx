import { EmptyState, ErrorState, Panel, Skeleton } from '@propsight/shared/ui'
import { errorText } from '../../state/requests.ts'
import styles from './access.module.css'
import { KeyForm } from './key-form.tsx'
import { FactorStep } from './second-factor.tsx'
import type { SessionControl } from './use-session.ts'

/** The step before the dashboard: checks for an open session, then asks for the admin key. */
export function AccessStep({ control }: { control: SessionControl }) {
  const { session, error, offline, again, needsFactor } = control
  if (session === undefined && error)
    return (
      <ErrorState
        title="The admin screen could not be opened"
        onRetry={again}
        note={errorText(error, { server: error.message })}
      >
        Nothing was changed.
      </ErrorState>
    )
  if (session === undefined && offline)
    return (
      <EmptyState icon="offline" title="You are offline">
        The admin screen opens when the connection is back.
      </EmptyState>
    )
  if (session === undefined)
    return (
      <div className={styles.step} role="status" aria-busy="true" aria-label="Loading Admin access">
        <Skeleton width={120} height={16} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
    )
  return (
    <Panel className={styles.step}>
      {needsFactor && <FactorStep onPassed={again} />}
      <p className="u-muted">
        Enter the admin key. Administrators who are signed in leave it empty and continue.
      </p>
      <KeyForm control={control} />
    </Panel>
  )
}
