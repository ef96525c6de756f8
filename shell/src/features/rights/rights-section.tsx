import type { ReactElement, ReactNode } from 'react'
import styles from './rights.module.css'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
// UTC, like the dates in the server's messages, so that client and server name the same day.
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** 'Jul 18, 2026, 9:14 PM' in the user's time zone. */
export const asMoment = (iso: string): string => moment.format(new Date(iso))
/** 'July 18, 2026' in UTC. */
export const asDay = (date: Date): string => day.format(date)

export const credits = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'credit' : 'credits'}`

/** One section of the view, with its heading. */
export const RightsSection = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section className={styles.part} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)
