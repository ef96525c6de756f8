import type { ReactElement, ReactNode } from 'react'
import { cx } from '../helpers.ts'
import styles from './tag.module.css'

export interface TagProps {
  children: ReactNode
  tone?: 'good' | 'mid' | 'low'
  outlined?: boolean
  small?: boolean
  title?: string
}

/** A short label: odds type, grade, 'Sample data'. */
export const Tag = ({ children, tone, outlined, small, title }: TagProps): ReactElement => (
  <span
    className={cx(styles.tag, tone && styles[tone], outlined && styles.outlined, small && styles.small)}
    title={title}
  >
    {typeof children === 'string' ? <span className={styles.text}>{children}</span> : children}
  </span>
)
