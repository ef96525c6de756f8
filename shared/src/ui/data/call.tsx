import type { ReactElement } from 'react'
import { cx } from '../helpers.ts'
import styles from './call.module.css'

export interface CallProps {
  side: 'OVER' | 'UNDER'
  line: number
  className?: string
}

/** Shows the side of a line by color, mark and word: ▲ Over 1.5. */
export const Call = ({ side, line, className }: CallProps): ReactElement => (
  <span className={cx(styles.call, side === 'OVER' ? styles.over : styles.under, className)}>
    {side === 'OVER' ? 'Over' : 'Under'} {line}
  </span>
)
