import type { ReactElement } from 'react'
import { cx } from '../helpers.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  width?: number | string
  height?: number | string
  radius?: number
  /**
   * Disables the animation. Each animated skeleton needs its own compositing layer: with dozens of them,
   * animate their container or nothing.
   */
  still?: boolean
}

/** A placeholder in the size of the expected content. Set `aria-busy` and a label on the region around it. */
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
