import type { ReactElement, ReactNode } from 'react'
import { Icon } from '../brand/icon.tsx'
import type { IconName } from '../brand/icon-paths.tsx'
import { cx } from '../helpers.ts'
import { Panel } from './panel.tsx'
import styles from './state.module.css'

export interface EmptyStateProps {
  icon: IconName
  title: string
  /** Text, or an ordered list whose steps are numbered. */
  children?: ReactNode
  /** The main action. */
  action?: ReactNode
  /** Small print below: a version, a contract. */
  note?: string
  /** Without a card, for use in a dialog. */
  flat?: boolean
}

/** Placeholder for an empty screen: the reason and one action. */
export const EmptyState = (props: EmptyStateProps): ReactElement => {
  const { icon, title, children, action, note, flat = false } = props
  return (
    <Panel className={cx(styles.state, flat && styles.flat)}>
      <Icon name={icon} size={28} />
      <h2>{title}</h2>
      {typeof children === 'string' ? <p>{children}</p> : children}
      {action && <div className={styles.actions}>{action}</div>}
      {note && <span className={styles.small}>{note}</span>}
    </Panel>
  )
}
