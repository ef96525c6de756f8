import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { cx } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  open: boolean
  /** Asked to close: Esc, the close button, a press outside. */
  onClose(): void
  title: string
  children?: ReactNode
  footer?: ReactNode
  /** 480, 720 and 920 pixels wide, or as large as the window; `large` is a sheet on phones. */
  size?: 'default' | 'wide' | 'large' | 'full'
  /** `alertdialog` asks a question and does not close by a press outside. */
  role?: 'dialog' | 'alertdialog'
  /** What has the focus at first, where that is not the close button. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A modal dialog: traps the focus, gives it back on closing, closes by Esc. */
export function Dialog(props: DialogProps): ReactElement {
  const { open, onClose, title, children, footer, size = 'default', role = 'dialog', initialFocus } = props
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      disablePointerDismissal={role === 'alertdialog'}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          role={role}
          initialFocus={initialFocus}
          className={cx(styles.popup, size !== 'default' && styles[size])}
        >
          {/* No header and footer: outside of a section they would be the page's own banner and its end. */}
          <div className={styles.header}>
            <Base.Title>{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" icon="close" />} />
          </div>
          <div className={styles.body}>{children}</div>
          {footer && <div className={styles.footer}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
