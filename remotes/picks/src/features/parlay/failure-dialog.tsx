import { Button, Dialog } from '@propsight/shared/ui'
import { useRef } from 'react'
import styles from './dialogs.module.css'
import type { ParlayFailure } from './parlay-state.ts'

interface FailureDialogProps {
  failure: ParlayFailure
  onRetry(): void
  onClose(): void
}

/** Shown when generating failed: the specified text, the cost, and Retry if a retry may help (P8). */
export function FailureDialog({ failure, onRetry, onClose }: FailureDialogProps) {
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      title={failure.message}
      role="alertdialog"
      initialFocus={first}
      footer={
        <>
          <Button {...(failure.retry ? { variant: 'bare' } : { ref: first })} onClick={onClose}>
            Close
          </Button>
          {failure.retry && (
            <Button ref={first} variant="go" onClick={onRetry}>
              Retry
            </Button>
          )}
        </>
      }
    >
      <div className={styles.failure} role="alert">
        {failure.detail && <p>{failure.detail}</p>}
        {failure.cost && <p>{failure.cost}</p>}
        {failure.requestId && <p className={styles.note}>Request {failure.requestId}</p>}
      </div>
    </Dialog>
  )
}
