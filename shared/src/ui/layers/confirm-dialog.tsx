import { type ReactElement, type ReactNode, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { FieldError } from '../controls/form-fields.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  /** The question, including the count if any: 'Delete 6 codes?'. */
  title: string
  /** Consequences, and whether the action can be undone. */
  children?: ReactNode
  /** Label of the action, a verb: 'Delete'. */
  confirm: string
  cancel?: string | undefined
  /** `danger` marks a destructive action: Cancel has the initial focus. */
  tone?: 'danger' | 'plain' | undefined
  /** The action is pending: the dialog cannot be closed. */
  busy?: boolean | undefined
  /** Why the action failed; the dialog stays open. */
  error?: string | null | undefined
  onConfirm(): void
  onCancel(): void
}

/** Asks for confirmation of an action; Esc and the close button cancel. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const { open, title, children, confirm, cancel = 'Cancel', tone = 'plain', busy = false } = props
  const cancelButton = useRef<HTMLButtonElement>(null)
  const confirmButton = useRef<HTMLButtonElement>(null)
  const onCancel = () => {
    if (!busy) props.onCancel()
  }
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      role="alertdialog"
      initialFocus={tone === 'danger' ? cancelButton : confirmButton}
      footer={
        <>
          <Button ref={cancelButton} variant="bare" aria-disabled={busy || undefined} onClick={onCancel}>
            {cancel}
          </Button>
          <Button
            ref={confirmButton}
            variant={tone === 'danger' ? 'bad' : 'go'}
            busy={busy}
            onClick={() => props.onConfirm()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {typeof children === 'string' ? <p>{children}</p> : children}
        {props.error && <FieldError>{props.error}</FieldError>}
      </div>
    </Dialog>
  )
}
