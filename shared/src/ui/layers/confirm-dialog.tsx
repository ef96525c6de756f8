import { type ReactElement, type ReactNode, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { FieldError } from '../controls/field-error.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  /** The question, with the count where there is one: 'Delete 6 codes?'. */
  title: string
  /** What it means and whether it can be undone. */
  children?: ReactNode
  /** The deed as a verb: 'Delete'. */
  confirm: string
  cancel?: string | undefined
  /** `danger` destroys something: Cancel has the focus at first. */
  tone?: 'danger' | 'plain' | undefined
  /** The deed is on its way: nothing closes the question until it has ended. */
  busy?: boolean | undefined
  /** Why the deed failed; the question stays. */
  error?: string | null | undefined
  onConfirm(): void
  onCancel(): void
}

/** Asks once before something is done; Esc and the close button cancel. */
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
