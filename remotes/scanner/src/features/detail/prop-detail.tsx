import { Extension } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { confidencePercent, isInMenu } from '@propsight/shared/domain'
import { bookOver, isStaleQuote, type OddsSide, type VigRemoval } from '@propsight/shared/domain/odds'
import { formatPercent, formatSigned } from '@propsight/shared/format'
import { Button, Call, Hint, Table, type TableColumn, Tag } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import { quoteAge } from '../../state/format.ts'
import { type PricedQuote, type Row, type SideValue, toPriced } from '../../state/rows.ts'
import styles from './detail.module.css'
import { HistoryPanel, type HistoryTexts, OutOfLineTag } from './history-panel.tsx'
import { TwoSidedBets } from './two-sided-bets.tsx'

interface BookTableProps {
  row: Row
  removal: VigRemoval
  /** Books whose prices count as best; null for all. */
  chosen: readonly string[] | null
  now: number
  bookTitle(book: string): string
  priceText(american: number): string
}

/** The quotes of a prop: those of the consensus line first, then by line and book. */
export function sortQuotes(row: Row, bookTitle: (book: string) => string): PricedQuote[] {
  const place = ({ line }: PricedQuote) => (line === row.line ? Number.NEGATIVE_INFINITY : line)
  return row.prop.quotes.map(toPriced).sort((a, b) => {
    if (place(a) !== place(b)) return place(a) < place(b) ? -1 : 1
    return bookTitle(a.book).localeCompare(bookTitle(b.book), 'en')
  })
}

/**
 * All books and lines of a prop. Stale prices, and prices far from those of the other books, are marked: they count
 * neither as best nor in the consensus.
 */
export function BookTable({ row, removal, chosen, now, bookTitle, priceText }: BookTableProps) {
  const price = (side: OddsSide) => {
    function PriceOf({ quote, line }: PricedQuote) {
      const american = quote[side]
      if (american === null) return '—'
      const best = row.best[side]
      const isBest = line === row.line && best?.book === quote.book
      return (
        <span className={isBest ? styles.best : undefined}>
          {isBest && <span className={styles.mark}>best</span>} {priceText(american)}
        </span>
      )
    }
    return PriceOf
  }
  const columns: TableColumn<PricedQuote>[] = [
    {
      head: 'Book',
      rowHeader: true,
      cell: ({ book, quote }) => (
        <>
          {bookTitle(book)}{' '}
          {isStaleQuote(quote.confirmedAt, now) && (
            <Tag small tone="mid">
              stale
            </Tag>
          )}
          {row.outOfLine.has(quote) && <OutOfLineTag />}
          {chosen && !chosen.includes(book) && <span className={styles.other}>not yours</span>}
        </>
      ),
    },
    { head: 'Line', numeric: true, cell: ({ line }) => line, className: 'u-nowrap' },
    { head: 'Over', numeric: true, cell: price('over'), cellClass: () => 'u-nowrap' },
    { head: 'Under', numeric: true, cell: price('under'), cellClass: () => 'u-nowrap' },
    {
      head: 'No-vig over',
      numeric: true,
      wide: true,
      cell: (quote) => {
        const over = bookOver(quote, removal)
        return over === null ? '—' : formatPercent(over)
      },
    },
    {
      head: 'Age',
      title: 'Time since the book confirmed the price',
      numeric: true,
      cell: ({ quote }) => quoteAge(quote.confirmedAt, now),
      cellClass: () => 'u-nowrap',
    },
  ]
  return (
    <Table
      label="All books"
      className={styles.dense}
      columns={columns}
      rows={sortQuotes(row, bookTitle)}
      keyOf={({ book, line }) => `${book} ${line}`}
      rowProps={({ quote }) => ({
        className:
          isStaleQuote(quote.confirmedAt, now) || row.outOfLine.has(quote) ? styles.stale : undefined,
      })}
      scroll
    />
  )
}

const PERCENT = 100

export interface PropDetailProps extends HistoryTexts {
  shell: ShellApi
  row: Row
  removal: VigRemoval
  chosen: readonly string[] | null
  now: number
  /** Time of the last read of the prices, epoch milliseconds. */
  end: number
  /** Link to the track record of the engine. */
  recordLink: ReactNode
  /** The button that stars the prop. */
  star: ReactNode
  /** Asks for the engine's probability. */
  onGet(): void
}

/** The recommended stake of a side with an edge. */
const Stake = ({ edge, value }: SideValue) =>
  edge && (
    <>
      {' '}
      · stake {value.stake.units.toFixed(1)} units{' '}
      <Hint label="How the stake is computed">A quarter of the Kelly share, at most two units.</Hint>
    </>
  )

/** One side in words: price, probability, break-even, expected value and stake. */
function SideLine({
  side,
  line,
  bookTitle,
  priceText,
}: { side: SideValue; line: number } & Omit<HistoryTexts, 'timeText'>) {
  const { price, chances, breakEven, value } = side
  const percent = (share: number) => formatSigned(PERCENT * share)
  return (
    <li>
      <Call side={side.side === 'over' ? 'OVER' : 'UNDER'} line={line} /> {priceText(price.american)} at{' '}
      {bookTitle(price.book)} · {confidencePercent(chances.win)}% ({confidencePercent(chances.low)}–
      {confidencePercent(chances.high)}) · break-even {formatPercent(breakEven)} · expected{' '}
      {percent(value.expected)}% ({percent(value.low)} to {percent(value.high)}) of the stake
      <Stake {...side} />
    </li>
  )
}

/** Why a prop has no value. */
function NoValue({ row, onGet }: { row: Row; onGet(): void }) {
  if (row.stale) return <p>All prices are stale: no book confirmed one in the last 30 minutes.</p>
  if (row.shown) return <p>None of your books offers the line {row.line}.</p>
  return (
    <p className={styles.missing}>
      The engine’s probability is part of a paid analysis of this market. Prices cost nothing.
      <Button onClick={onGet}>Get it</Button>
    </p>
  )
}

/** The expanded part of a prop: both sides in words, all books, and the price history. */
export function PropDetail(props: PropDetailProps) {
  const { shell, row, removal, chosen, now, end, recordLink, star, onGet, bookTitle, priceText, timeText } =
    props
  const { player, stat } = row.prop
  return (
    <div className={styles.inside}>
      <div className={styles.words}>
        {row.values.length > 0 ? (
          <ul>
            {row.values.map((side) => (
              <SideLine
                key={side.side}
                side={side}
                line={row.line}
                bookTitle={bookTitle}
                priceText={priceText}
              />
            ))}
          </ul>
        ) : (
          <NoValue row={row} onGet={onGet} />
        )}
        <TwoSidedBets row={row} now={now} bookTitle={bookTitle} priceText={priceText} />
        <p className={styles.links}>
          {star}
          {recordLink}
          {isInMenu(stat) && (
            <span>
              On the Dashboard:{' '}
              <Extension shell={shell} name="analysis/player-link" props={{ name: player, stat }} />
            </span>
          )}
        </p>
      </div>
      <section className={styles.books} aria-label="Books">
        <header className={styles.head}>
          <h2>Books</h2>
        </header>
        <BookTable
          row={row}
          removal={removal}
          chosen={chosen}
          now={now}
          bookTitle={bookTitle}
          priceText={priceText}
        />
      </section>
      <HistoryPanel
        shell={shell}
        row={row}
        removal={removal}
        end={end}
        bookTitle={bookTitle}
        priceText={priceText}
        timeText={timeText}
      />
    </div>
  )
}
