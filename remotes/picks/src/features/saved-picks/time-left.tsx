import type { PickRow } from '@propsight/shared/contracts'
import { cx, Icon } from '@propsight/shared/ui'
import { useClock } from '../../state/clock.ts'
import { isExpired, isExpiring, lifeLeft, timeLeft } from '../../state/pick-text.ts'
import styles from './saved-picks.module.css'

const WHOLE = 100

/**
 * The remaining time. It subscribes to the clock itself, so that the card and the grid are not rendered
 * again.
 */
export function TimeLeft({ row }: { row: PickRow }) {
  const text = useClock((now) => timeLeft(row.expires_at, now))
  const soon = useClock((now) => isExpiring(row.expires_at, now) || isExpired(row.expires_at, now))
  return (
    <span className={cx(styles.left, soon && styles.soon)}>
      <Icon name="clock" />
      {text}
    </span>
  )
}

/** The remaining share of a pick's lifetime as a line at the bottom of the card. */
export function LifeLine({ row }: { row: PickRow }) {
  const percent = useClock((now) => Math.round(lifeLeft(row, now) * WHOLE))
  const soon = useClock((now) => isExpiring(row.expires_at, now))
  return (
    <span className={cx(styles.life, soon && styles.soon)} aria-hidden="true">
      <span style={{ width: `${percent}%` }} />
    </span>
  )
}
