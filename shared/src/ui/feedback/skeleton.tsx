import type { ReactElement } from 'react'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  width?: number | string
  height?: number | string
  radius?: number
}

/** A block the size of what comes. Put `aria-busy` and a label on the region around it. */
export const Skeleton = ({ width = '100%', height = 12, radius }: SkeletonProps): ReactElement => (
  <span className={styles.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden="true" />
)
