import type { ReactElement, ReactNode } from 'react'
import { cx } from '../helpers.ts'
import styles from './panel.module.css'

export interface PanelProps {
  children: ReactNode
  title?: string
  /** Shown at the end of the heading row. */
  actions?: ReactNode
  className?: string | undefined
}

/** A raised surface with an optional heading. Do not nest panels. */
export const Panel = ({ children, title, actions, className }: PanelProps): ReactElement => (
  <section className={cx(styles.panel, className)} aria-label={title}>
    {title && (
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
    )}
    {children}
  </section>
)
