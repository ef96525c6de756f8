import { Button, Icon, IconButton } from '@propsight/shared/ui'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useState } from 'react'
import { STORAGE } from '../../config/storage-keys.ts'
import { tabStorage } from '../../state/tab-storage.ts'
import styles from './federation-panel.module.css'
import { PanelBody } from './panel-body.tsx'

export interface FederationPanelProps {
  /** Whether the URL requests the panel. It then opens, also on later pages of the same browser tab. */
  asked: boolean
}

/**
 * Shows the federation state of this page to developers of remotes: in development, or with
 * `?debug=federation`. Rendered last in the page and folded to one button unless the URL requests it. Nothing
 * in it is announced automatically.
 */
export function FederationPanel({ asked }: FederationPanelProps): ReactElement | null {
  const [closed, setClosed] = useState(false)
  const [open, setOpen] = useState(asked || tabStorage.get(STORAGE.debug) === 'federation')
  const body = useId()
  useEffect(() => {
    if (asked) tabStorage.set(STORAGE.debug, 'federation')
  }, [asked])
  if (closed) return null

  const close = () => {
    tabStorage.set(STORAGE.debug, 'closed')
    setClosed(true)
  }
  const foldByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    event.currentTarget.querySelector('button')?.focus()
  }
  return (
    <aside className={open ? styles.panel : styles.folded} aria-label="Federation" onKeyDown={foldByKey}>
      <header className={styles.header}>
        <Button
          variant="bare"
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'chevron-down' : 'plug'} />
          Federation
        </Button>
        {open && <IconButton icon="close" label="Close the federation panel" onClick={close} />}
      </header>
      {open && (
        <div id={body} className={styles.body}>
          <PanelBody />
        </div>
      )}
    </aside>
  )
}
