import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from '../brand/icon.tsx'
import { Button } from '../controls/button.tsx'
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

export interface ErrorStateProps {
  /** The error text. */
  title: string
  /** Details, such as 'No credit was used.' */
  children?: ReactNode
  onRetry?: (() => void) | undefined
  retryLabel?: string
  /** A further action next to Retry. */
  action?: ReactNode
  requestId?: string | null | undefined
  /** Small print: 'picks 2.4.1, contract 3 expected 4'. */
  note?: string
  icon?: IconName
}

/** Placeholder for a failed screen: error text as heading, details, Retry and the request id. */
export const ErrorState = (props: ErrorStateProps): ReactElement => (
  <div role="alert">
    <Panel className={cx(styles.state, styles.bad)}>
      <Icon name={props.icon ?? 'warning'} size={28} />
      <h2>{props.title}</h2>
      {props.children && <p>{props.children}</p>}
      {(props.onRetry || props.action) && (
        <div className={styles.actions}>
          {props.onRetry && <Button onClick={props.onRetry}>{props.retryLabel ?? 'Retry'}</Button>}
          {props.action}
        </div>
      )}
      {props.requestId && <span className={styles.small}>Request {props.requestId}</span>}
      {props.note && <span className={styles.small}>{props.note}</span>}
    </Panel>
  </div>
)
