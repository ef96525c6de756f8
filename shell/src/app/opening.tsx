import type { ReactElement } from 'react'
import styles from './lazy-part.module.css'

/** Shown while a dialog's code loads. Without feedback, users press the button again. */
export const Opening = (): ReactElement => (
  <p className={styles.opening} role="status">
    Loading...
  </p>
)
