import { Button, FieldError } from '@propsight/shared/ui'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Modal } from './modal.tsx'

export interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** The action as a verb: 'Delete'. */
  confirm: string
  /** Disables the confirm button while a required field is missing or invalid. */
  incomplete?: boolean
  danger?: boolean
  busy: boolean
  error: string | null
  onConfirm(): void
  onCancel(): void
}

/** A confirmation dialog before an action. Enter in a field of `children` confirms. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirm,
    incomplete = false,
    danger = false,
    busy,
    error,
    onConfirm,
    onCancel,
  } = props
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !incomplete) onConfirm()
  }
  const cancel = () => {
    if (!busy) onCancel()
  }
  return (
    <Modal
      title={title}
      role="alertdialog"
      onClose={onCancel}
      busy={busy}
      footer={
        <>
          <Button variant="bare" data-first={danger || undefined} onClick={cancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'bad' : 'go'}
            busy={busy}
            disabled={incomplete && !busy}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        {children}
      </form>
      {error && <FieldError>{error}</FieldError>}
    </Modal>
  )
}
