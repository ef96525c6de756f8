import type { ReactElement, ReactNode } from 'react'
import styles from './rights.module.css'

/** One right: its name, what it means, and what can be done. */
export const Part = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section className={styles.part} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)
