import type { ReactElement, ReactNode } from 'react'
import styles from './rights.module.css'

/** One section of the view, with its heading. */
export const Part = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section className={styles.part} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)
