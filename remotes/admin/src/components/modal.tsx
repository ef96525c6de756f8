import { cx, IconButton } from '@propsight/shared/ui'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './modal.module.css'

/** Has the focus when a dialog opens: what says so, else the first field. */
const FIRST =
  '[data-first], dialog:not(:has([data-first])) :is(input:checked, input:not([type="radio"]), textarea)'

export interface ModalProps {
  title: string
  onClose(): void
  children: ReactNode
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  wide?: boolean
  /** Work is under way: nothing closes it. */
  busy?: boolean
}

/**
 * A dialog of the browser's own: it traps the focus, gives it back and closes by Esc without a line of ours. The
 * shell's dialogs bring 14 kB along, more than half of what a remote may weigh.
 */
export function Modal(props: ModalProps) {
  const { title, onClose, children, footer, role = 'dialog', wide, busy } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // React sets no autofocus attribute, and the browser would take the close button.
    opened?.querySelector<HTMLElement>(FIRST)?.focus()
    // Before it leaves the page, or the focus is not given back.
    return () => opened?.close()
  }, [])
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={id}
      className={cx(styles.modal, wide && styles.wide)}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton label="Close" icon="close" onClick={close} />
      </header>
      <div className={styles.body}>{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  )
}
