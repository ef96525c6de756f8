import type { ReactElement } from 'react'
import { cx } from '../class-names.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  width?: number | string
  height?: number | string
  radius?: number
  /**
   * Does not breathe. Each that does is a layer of its own and an event at its start: where dozens stand together, what
   * is around them breathes as one, or nothing does.
   */
  still?: boolean
}

/** A block the size of what comes. Put `aria-busy` and a label on the region around it. */
export const Skeleton = ({
  width = '100%',
  height = 12,
  radius,
  still = false,
}: SkeletonProps): ReactElement => (
  <span
    className={cx(styles.skeleton, !still && styles.breathing)}
    style={{ width, height, borderRadius: radius }}
    aria-hidden="true"
  />
)
