import type { ReactElement, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import styles from './panel.module.css'

export interface PanelProps {
  children: ReactNode
  title?: string
  /** Stands at the end of the heading's row. */
  actions?: ReactNode
  className?: string | undefined
}

/** A raised surface. Panels do not nest. */
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
