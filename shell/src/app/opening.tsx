import type { ReactElement } from 'react'
import styles from './opening.module.css'

/** While a dialog's code is on its way: a press that seems to do nothing is pressed again. */
export const Opening = (): ReactElement => (
  <p className={styles.opening} role="status">
    Loading...
  </p>
)
