import { Button, Icon } from '@propsight/shared/ui'
import { useId } from 'react'
import styles from './desktop-only.module.css'

/** Covers the page in windows under 768 px, with a way on (specification 2 §2). */
export function DesktopOnly({ onLeave }: { onLeave(): void }) {
  const titleId = useId()
  const textId = useId()
  return (
    <div className={styles.cover} role="alertdialog" aria-labelledby={titleId} aria-describedby={textId}>
      <Icon name="menu" size={32} />
      <h1 id={titleId}>Desktop Only</h1>
      <p id={textId}>
        The pitcher tables compare sixteen columns at once and need a window at least 768 px wide. In a
        narrower one the strikeout lines are under Pitcher Strikeouts on the Dashboard.
      </p>
      <Button variant="go" onClick={onLeave}>
        Open the Dashboard
      </Button>
    </div>
  )
}
