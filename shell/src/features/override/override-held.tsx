import type { RegistryEntry } from '@propsight/shared/contracts'
import { ErrorState } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
import styles from './override.module.css'
import { useEndOverride } from './use-end-override.ts'

/** Replaces an overridden remote when the signed-in user is not the one who confirmed the override. */
export function OverrideHeld({ entry }: { entry: RegistryEntry }): ReactElement {
  const { end } = useEndOverride()
  return (
    <div className={styles.held}>
      <ErrorState
        icon="plug"
        title={`${entry.placement.title} is held back`}
        onRetry={end}
        retryLabel="Reset"
      >
        In this browser a developer’s own machine stands in for it. It runs for that developer alone.
      </ErrorState>
    </div>
  )
}
