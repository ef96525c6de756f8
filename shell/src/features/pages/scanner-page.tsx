import { Call, Icon, Panel, Table, type TableColumn, Tag } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
import styles from './scanner.module.css'

/** Planned features of the scanner (S11). */
export const HIGHLIGHTS = [
  {
    icon: 'search',
    title: 'Multi-sport search',
    text: 'One search for a player or a game in NFL, NBA, MLB and NHL.',
  },
  {
    icon: 'bars',
    title: 'Best-odds ranking',
    text: 'Every price for one prop, the best for you first.',
  },
  {
    icon: 'clock',
    title: 'Real-time tracking',
    text: 'Prices as they move, with the time of the last change.',
  },
] as const

export const FEATURES = [
  'Scan 15+ sportsbooks',
  'Player props',
  'Game lines and totals',
  'Odds movement history',
  'Line-move alerts',
  'Best-value recommendations',
  'Custom player alerts',
  'Mobile dashboard',
] as const

export const SAMPLE_BOOKS = ['Book A', 'Book B', 'Book C'] as const

export interface SampleRow {
  sport: 'NFL' | 'NBA' | 'MLB' | 'NHL'
  prop: string
  line: number
  /** American odds of the over, one for each book. */
  odds: readonly [number, number, number]
}

/** Invented sample rows. They show no real players and no real odds. */
export const SAMPLE_ROWS: readonly SampleRow[] = [
  { sport: 'NFL', prop: 'Passing yards', line: 248.5, odds: [-112, -105, -115] },
  { sport: 'NBA', prop: 'Points', line: 24.5, odds: [-110, -118, -102] },
  { sport: 'MLB', prop: 'Total bases', line: 1.5, odds: [105, 112, -101] },
  { sport: 'NHL', prop: 'Shots on goal', line: 3.5, odds: [-125, -120, -130] },
]

/** Formats American odds with their sign, using U+2212 for minus. */
const american = (odds: number): string => (odds < 0 ? `−${-odds}` : `+${odds}`)

const bestOf = ({ odds }: SampleRow): number => Math.max(...odds)

const COLUMNS: readonly TableColumn<SampleRow>[] = [
  {
    head: 'Prop',
    rowHeader: true,
    cell: ({ prop, sport }) => (
      <>
        {prop} <span className="u-dim">{sport}</span>
      </>
    ),
  },
  { head: 'Line', cell: ({ line }) => <Call side="OVER" line={line} /> },
  ...SAMPLE_BOOKS.map(
    (book, at): TableColumn<SampleRow> => ({
      head: book,
      numeric: true,
      wide: true,
      cell: (row) => american(row.odds[at] ?? bestOf(row)),
    }),
  ),
  {
    head: 'Best odds',
    numeric: true,
    cell: (row) => (
      <>
        <b>{american(bestOf(row))}</b>{' '}
        <span className="u-dim">{SAMPLE_BOOKS[row.odds.indexOf(bestOf(row))]}</span>
      </>
    ),
  },
]

/** Sample table of the planned scanner. Phones show only the best price. */
export const SampleOdds = (): ReactElement => (
  <Table label="Sample odds" columns={COLUMNS} rows={SAMPLE_ROWS} keyOf={({ sport }) => sport} />
)

/** Placeholder page of the AI Odds Scanner: planned features and a sample table (S11). */
export const ScannerPage = (): ReactElement => (
  <div className="u-page">
    <h1>AI Odds Scanner</h1>
    <div className={styles.page}>
      <div className={styles.lead}>
        <p className={styles.soon}>COMING SOON</p>
        <p>
          The scanner will compare the prices of one prop across books. It does not read any book yet, and the
          table below is a sample.
        </p>
      </div>
      <ul className={styles.promises}>
        {HIGHLIGHTS.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} size={20} />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <Panel title="How it will look" actions={<Tag outlined>Sample data</Tag>}>
        <SampleOdds />
      </Panel>
      <Panel title="Everything it will do">
        <ul className={styles.features}>
          {FEATURES.map((feature) => (
            <li key={feature}>
              <Icon name="check" />
              {feature}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  </div>
)
