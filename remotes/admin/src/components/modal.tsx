import { cx, IconButton } from '@propsight/shared/ui'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import styles from './modal.module.css'

/**
 * Closes the dialog of an action that removes the button it was opened with, and focuses `place`. The dialog
 * must be unmounted before, because on closing it returns the focus to that button; hence `flushSync`.
 */
export function closeAndFocus(place: RefObject<HTMLElement | null>, close: () => void): void {
  flushSync(close)
  place.current?.focus()
}

/** The element to focus when a dialog opens: the one with `data-first`, else the first field. */
const FIRST =
  '[data-first], dialog:not(:has([data-first])) :is(input:checked, input:not([type="radio"]), textarea)'

export interface ModalProps {
  title: string
  onClose(): void
  children: ReactNode
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  wide?: boolean
  /** While true, the dialog cannot be closed. */
  busy?: boolean
}

/**
 * A native `<dialog>`: the browser traps and returns the focus and closes it on Escape. The Dialog component
 * of `shared/ui` would add 14 kB, more than half of a remote's size budget.
 */
export function Modal(props: ModalProps) {
  const { title, onClose, children, footer, role = 'dialog', wide, busy } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // React does not set the autofocus attribute, and the browser would focus the close button.
    opened?.querySelector<HTMLElement>(FIRST)?.focus()
    // The browser returns the focus only if the dialog is closed before it is removed from the DOM.
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
