import { cx, IconButton } from '@propsight/shared/ui'
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './board-dialog.module.css'

export interface BoardDialogProps {
  title: string
  /** Called on Esc, on the close button and on a click outside. */
  onClose(): void
  footer?: ReactNode
  /** As large as the screen. */
  full?: boolean
  children: ReactNode
}

/**
 * A modal dialog of the board, based on the native dialog element, which traps and restores the focus. The
 * dialog library of the shell would be as large as the whole board, and its further features (nesting,
 * motion) are not needed.
 */
export function BoardDialog({ title, onClose, footer, full = false, children }: BoardDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closes before the element is removed: otherwise the browser does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const onPress = (event: MouseEvent) => {
    if (event.target === event.currentTarget) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the dialog; the keyboard uses Esc
    <dialog
      ref={dialog}
      className={cx(styles.dialog, full && styles.full)}
      aria-labelledby={titleId}
      onClick={onPress}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.inside}>
        <header className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label="Close" icon="close" onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  )
}
