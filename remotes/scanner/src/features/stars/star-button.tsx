import { marketLabel } from '@propsight/shared/domain'
import { Button, cx } from '@propsight/shared/ui'
import type { Row } from '../../state/rows.ts'
import styles from './star-button.module.css'
import type { Star } from './use-stars.ts'

const StarIcon = () => (
  <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
    <path d="m8 1.8 1.9 4 4.3.6-3.1 3 .7 4.4L8 11.7l-3.8 2.1.7-4.4-3.1-3 4.3-.6z" />
  </svg>
)

interface StarButtonProps {
  row: Row
  /** Null where the prop cannot be watched: nothing is shown. */
  star: Star | null
  /** With a visible text, for the expanded part. */
  wide?: boolean
}

/** Stars a prop, or removes its star. Starred props cause alerts. */
export function StarButton({ row, star, wide = false }: StarButtonProps) {
  if (!star) return null
  const { on, busy, toggle } = star
  const name = `${row.prop.player}, ${marketLabel(row.prop.stat)}`
  return (
    <Button
      variant={wide ? 'default' : 'bare'}
      className={cx(styles.star, !wide && styles.small, on && styles.on)}
      aria-pressed={on}
      aria-label={`Star ${name}`}
      title="Starred props cause alerts"
      busy={busy}
      onClick={toggle}
    >
      <StarIcon />
      {wide && (on ? 'Starred' : 'Star')}
    </Button>
  )
}
