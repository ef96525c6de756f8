import type { ReactElement } from 'react'
import { Icon } from '../brand/icon.tsx'
import styles from './field.module.css'

/** An error text with a warning icon, announced by screen readers when it appears. */
export const FieldError = ({ id, children }: { id?: string; children: string }): ReactElement => (
  <p id={id} className={styles.error} role="alert">
    <Icon name="warning" />
    {children}
  </p>
)
