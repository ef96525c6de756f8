import type { ReactElement } from 'react'
import { cx } from '../helpers.ts'
import styles from './progress.module.css'

export interface ProgressProps {
  label: string
  /** From 0 to 100. */
  percent: number
  state?: 'running' | 'done' | 'failed'
}

/**
 * A labelled progress bar that stays visible when done. Only the label is announced, because the percent
 * changes often.
 */
export function Progress({ label, percent, state = 'running' }: ProgressProps): ReactElement {
  const rounded = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div className={cx(styles.progress, state !== 'running' && styles[state])}>
      <span className={styles.label} role="status">
        {label}
      </span>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={rounded}
      >
        <span className={styles.bar} style={{ width: `${rounded}%` }} />
      </span>
      <span>{rounded}%</span>
    </div>
  )
}
