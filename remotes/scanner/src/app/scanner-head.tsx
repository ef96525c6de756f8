import { PageLink } from '@propsight/shared/client'
import type { OddsResponse, ShellApi } from '@propsight/shared/contracts'
import { countText, leagueDayText, recentText } from '@propsight/shared/format'
import { Button, Icon } from '@propsight/shared/ui'
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
  /** Keys of the user's books; null for all. */
  books: readonly string[] | null
  /** League time, epoch milliseconds, as all times of this screen. */
  now: number
  /** End of the run that gives the probabilities of the shown market, in league time; null without one. */
  coveredUntil: number | null
  recordLink: ReactNode
  onSettings(): void
  onGet(): void
}

/** Day, games, props, books and age: 'Friday, July 18 ET · 14 games · 512 props · 8 books · read just now'. */
const summaryText = (data: OddsResponse, now: number): string =>
  [
    `${leagueDayText(data.day)} ET`,
    countText(data.events.length, 'game'),
    countText(data.props.length, 'prop'),
    countText(data.books.length, 'book'),
    readText(data, now),
  ].join(' · ')

/** Heading of the scanner: age of the prices, settings, and the analysis that gives the probabilities. */
export function ScannerHead(props: ScannerHeadProps) {
  const { data, books, now, coveredUntil, recordLink, onSettings, onGet } = props
  const total = data?.books.length ?? 0
  const own = data && books ? data.books.filter(({ key }) => books.includes(key)).length : total
  return (
    <header className={styles.head}>
      <div>
        <h1>AI Odds Scanner</h1>
        <p className={styles.summary}>
          {data ? summaryText(data, now) : 'Prices of all books'} · {recordLink}
        </p>
      </div>
      <div className={styles.actions}>
        <Button aria-haspopup="dialog" onClick={onSettings}>
          <Icon name="settings" />
          {own === total ? 'All books' : `${own} of ${countText(total, 'book')}`}
        </Button>
        {coveredUntil === null ? (
          <Button variant="go" aria-haspopup="dialog" disabled={!data} onClick={onGet}>
            Get probabilities
          </Button>
        ) : (
          <p className={styles.covered}>Probabilities until {recentText(coveredUntil, now)}</p>
        )}
      </div>
    </header>
  )
}
