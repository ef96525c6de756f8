import type { ReactElement, ReactNode } from 'react'
import styles from './rights.module.css'

export const credits = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'credit' : 'credits'}`

/** One section of the view, with its heading. */
export const RightsSection = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section className={styles.part} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)
