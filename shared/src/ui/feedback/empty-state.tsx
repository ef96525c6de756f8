import type { ReactElement, ReactNode } from 'react'
import { Icon } from '../brand/icon.tsx'
import type { IconName } from '../brand/icon-paths.tsx'
import { Panel } from './panel.tsx'
import styles from './state.module.css'

export interface EmptyStateProps {
  icon: IconName
  title: string
  /** Text, or an ordered list whose steps are numbered. */
  children?: ReactNode
  /** The one way on. */
  action?: ReactNode
  /** Small print below: a version, a contract. */
  note?: string
}

/** Nothing here yet: what is missing, and one way on. */
export const EmptyState = ({ icon, title, children, action, note }: EmptyStateProps): ReactElement => (
  <Panel className={styles.state}>
    <Icon name={icon} size={28} />
    <h2>{title}</h2>
    {typeof children === 'string' ? <p>{children}</p> : children}
    {action && <div className={styles.actions}>{action}</div>}
    {note && <span className={styles.small}>{note}</span>}
  </Panel>
)
