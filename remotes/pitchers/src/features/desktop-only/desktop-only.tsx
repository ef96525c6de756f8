import { Button, Icon } from '@propsight/shared/ui'
import { useId, useSyncExternalStore } from 'react'
import styles from './desktop-only.module.css'

/** Window width below which the overlay is shown (H1). */
const NARROW = '(max-width: 767.98px)'

function watch(onChange: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the window is narrower than 768 px. */
export const useNarrow = (): boolean => useSyncExternalStore(watch, () => matchMedia(NARROW).matches)

/** Replaces the page in windows under 768 px (H1), with a button that opens the card view. */
export function DesktopOnly({ onShowCards, onLeave }: { onShowCards(): void; onLeave(): void }) {
  const titleId = useId()
  const textId = useId()
  return (
    <div className={styles.cover} role="alertdialog" aria-labelledby={titleId} aria-describedby={textId}>
      <Icon name="menu" size={32} />
      <h1 id={titleId}>Desktop Only</h1>
      <p id={textId}>
        The pitcher tables have sixteen columns and need a window at least 768 px wide. Narrower windows can
        show the same figures as cards.
      </p>
      <Button variant="go" onClick={onShowCards}>
        Show as cards
      </Button>
      <Button variant="bare" onClick={onLeave}>
        Open the Dashboard
      </Button>
    </div>
  )
}
