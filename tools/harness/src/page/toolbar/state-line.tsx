import { Button, Tag } from '@propsight/shared/ui'
import type { FrameState } from '../../messages.ts'
import styles from './toolbar.module.css'

function unsavedText({ checks, dirty }: FrameState['unsaved']): string {
  if (checks === 0) return 'nothing registered'
  return dirty ? 'yes: a new release waits' : 'no: a new release is swapped in'
}

/** Shows the state of the host: address, unsaved work, credits. */
export function StateLine({ state, onBack }: { state: FrameState | null; onBack(): void }) {
  return (
    <dl className={styles.state}>
      <div>
        <dt>Address</dt>
        <dd data-harness="address">{state?.address ?? '…'}</dd>
        {state && !state.stays && (
          <>
            <Tag small tone="mid">
              the shell shows another screen here
            </Tag>
            <Button variant="bare" onClick={onBack}>
              Back
            </Button>
          </>
        )}
      </div>
      <div>
        <dt>Unsaved work</dt>
        <dd data-harness="unsaved">{state ? unsavedText(state.unsaved) : '…'}</dd>
      </div>
      <div>
        <dt>Credits</dt>
        <dd data-harness="credits">{state?.credits ?? 'unknown'}</dd>
      </div>
    </dl>
  )
}
