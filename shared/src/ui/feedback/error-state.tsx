import type { ReactElement, ReactNode } from 'react'
import { Icon } from '../brand/icon.tsx'
import type { IconName } from '../brand/icon-paths.tsx'
import { cx } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { Panel } from './panel.tsx'
import styles from './state.module.css'

export interface ErrorStateProps {
  /** The specified error text. */
  title: string
  /** What happened and what it cost: 'No credit was used.' */
  children?: ReactNode
  onRetry?: (() => void) | undefined
  retryLabel?: string
  /** Another way on, beside Retry. */
  action?: ReactNode
  requestId?: string | null | undefined
  /** Small print: 'picks 2.4.1, contract 3 expected 4'. */
  note?: string
  icon?: IconName
}

/** Something failed: its text as heading, what it cost, Retry and the id to quote. */
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
