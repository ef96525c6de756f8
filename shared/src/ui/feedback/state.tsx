import type { ReactElement, ReactNode } from 'react'
import { Icon } from '../brand/icon.tsx'
import type { IconName } from '../brand/icon-paths.tsx'
import { cx } from '../helpers.ts'
import { Button } from '../controls/button.tsx'
import { Panel } from './panel.tsx'
import styles from './state.module.css'

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
