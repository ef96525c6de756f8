import { cx, IconButton } from '@propsight/shared/ui'
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './board-dialog.module.css'

export interface BoardDialogProps {
  title: string
  /** Asked to close: Esc, the close button, a press outside. */
  onClose(): void
  footer?: ReactNode
  /** As large as the screen. */
  full?: boolean
  children: ReactNode
}

/**
 * A modal dialog of the board: the browser's own, which traps the focus and gives it back. The library behind the page's
 * dialogs would weigh as much as the whole board, and what it does besides (nesting, motion) none of these needs.
 */
export function BoardDialog({ title, onClose, footer, full = false, children }: BoardDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before it leaves the page, or the browser forgets where the focus was.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const onPress = (event: MouseEvent) => {
    if (event.target === event.currentTarget) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press outside is what Esc does for the keyboard
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
