import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactElement, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { cx } from '../helpers.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  open: boolean
  /** Called on Esc, Back, the close button and a click outside. */
  onClose(): void
  title: string
  children?: ReactNode
  footer?: ReactNode
  /** Width: 480, 720 or 920 pixels; `full` is as large as the window, `large` is a sheet on phones. */
  size?: 'default' | 'wide' | 'large' | 'full'
  /** `alertdialog` asks a question and does not close on a click outside. */
  role?: 'dialog' | 'alertdialog'
  /** Element with the initial focus; the close button by default. */
  initialFocus?: RefObject<HTMLElement | null>
}

/**
 * Back closes the topmost dialog instead of leaving the page below it. Browsers without the Navigation API leave the
 * page, and so do all for the first page of a visit.
 */
function useCloseOnBack(popup: RefObject<HTMLElement | null>, open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open || !('navigation' in globalThis)) return
    const onNavigate = (event: NavigateEvent) => {
      const isBack =
        event.navigationType === 'traverse' && event.destination.index < (navigation.currentEntry?.index ?? 0)
      const topmost = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
      if (!isBack || !event.cancelable || topmost !== popup.current) return
      event.preventDefault()
      close()
    }
    navigation.addEventListener('navigate', onNavigate)
    return () => navigation.removeEventListener('navigate', onNavigate)
  }, [open, popup])
}

/** A modal dialog: traps the focus, restores it on closing, closes on Esc and Back. */
export function Dialog(props: DialogProps): ReactElement {
  const { open, onClose, title, children, footer, size = 'default', role = 'dialog', initialFocus } = props
  const popup = useRef<HTMLDivElement>(null)
  useCloseOnBack(popup, open, onClose)
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
        <div className={styles.place}>
          <Base.Popup
            ref={popup}
            role={role}
            initialFocus={initialFocus}
            className={cx(styles.popup, size !== 'default' && styles[size])}
          >
            {/* Not header and footer elements: outside of a section they are landmarks of the whole page. */}
            <div className={styles.header}>
              <Base.Title>{title}</Base.Title>
              <Base.Close render={<IconButton label="Close" icon="close" />} />
            </div>
            <div className={styles.body}>{children}</div>
            {footer && <div className={styles.footer}>{footer}</div>}
          </Base.Popup>
        </div>
      </Base.Portal>
    </Base.Root>
  )
}
