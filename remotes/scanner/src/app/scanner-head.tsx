import { PageLink } from '@propsight/shared/client'
import type { OddsResponse, ShellApi } from '@propsight/shared/contracts'
import { countText, leagueDayText, zoneText } from '@propsight/shared/format'
import type { ReactNode } from 'react'
import { readText } from './notices.tsx'
import styles from './scanner.module.css'

/** The Dashboard's page about the track record of the engine. */
const RECORD = '/?page=record'

/** Link to the track record of the engine. */
export const RecordLink = ({ shell }: { shell: Pick<ShellApi, 'navigate'> }) => (
  <PageLink shell={shell} className={styles.record} to={RECORD}>
    How good are these numbers?
  </PageLink>
)

interface ScannerHeadProps {
  /** Null until the prices are read. */
  data: OddsResponse | null
  /** League time, epoch milliseconds, as all times of this screen. */
  now: number
  recordLink: ReactNode
}

/** Day, games, books, age and zone: 'Friday, July 18 ET · 14 games · 8 books · read just now · times in EDT'. */
const summaryText = (data: OddsResponse, now: number): string =>
  [
    `${leagueDayText(data.day)} ET`,
    countText(data.events.length, 'game'),
    countText(data.books.length, 'book'),
    readText(data, now),
    `times in ${zoneText([now])}`,
  ].join(' · ')

/** Heading of the scanner with the age of its prices. */
export const ScannerHead = ({ data, now, recordLink }: ScannerHeadProps) => (
  <header className={styles.head}>
    <h1>AI Odds Scanner</h1>
    <p className={styles.summary}>
      {data ? summaryText(data, now) : 'Prices of all books'} · {recordLink}
    </p>
  </header>
)
