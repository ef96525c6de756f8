import { bookOver, isStaleQuote, type OddsSide, type VigRemoval } from '@propsight/shared/domain/odds'
import { formatPercent } from '@propsight/shared/format'
import { Table, type TableColumn, Tag } from '@propsight/shared/ui'
import { quoteAge } from '../../state/format.ts'
import { type PricedQuote, type Row, toPriced } from '../../state/rows.ts'
import styles from './detail.module.css'

interface BookTableProps {
  row: Row
  removal: VigRemoval
  /** Books whose prices count as best; null for all. */
  chosen: readonly string[] | null
  now: number
  bookTitle(book: string): string
  priceText(american: number): string
}

/** Marks a price far from those of the other books. */
export const OutOfLineTag = () => (
  <Tag small tone="mid" title="Far from the other books: counts neither as best nor in the consensus">
    out of line
  </Tag>
)

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
