import { Skeleton } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import styles from './cards.module.css'
import type { Column } from './column.ts'

/** Figures of a card that are always shown. The rest are in 'More figures'. */
const SHOWN_FIGURES = 6

interface CardsProps<Row> {
  /** In display order. A row is null while its facts load; `head` then shows the pitcher. */
  items: readonly { id: number; row: Row | null; head: ReactNode }[]
  /** The first column is the card's heading. */
  columns: readonly Column<Row>[]
  /** Number of placeholder cards without a name. */
  waiting: number
  /** Whether the order is final, so that cards have numbers. */
  ranked: boolean
}

function Figures<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <dl className={styles.figures}>
      {columns.map(({ key, label, title, cell }) => (
        <div key={key}>
          <dt title={title}>{label}</dt>
          <dd>{cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The rows of a section as cards, for windows too narrow for its table. */
export function Cards<Row>({ items, columns, waiting, ranked }: CardsProps<Row>) {
  const [heading, ...figures] = columns
  const more = figures.slice(SHOWN_FIGURES)
  return (
    <ol className={styles.cards} aria-busy={waiting > 0 || !ranked}>
      {items.map(({ id, row, head }, index) => (
        <li key={`${ranked ? 'ranked' : 'by name'}: ${id}`}>
          <div className={styles.head}>
            <span className="u-fig u-dim">{ranked ? index + 1 : '·'}</span>
            {row ? heading?.cell(row) : head}
          </div>
          {row ? <Figures row={row} columns={figures.slice(0, SHOWN_FIGURES)} /> : <Skeleton height={120} />}
          {row && more.length > 0 && (
            <details>
              <summary>More figures</summary>
              <Figures row={row} columns={more} />
            </details>
          )}
        </li>
      ))}
      {Array.from({ length: waiting }, (_, place) => (
        <li key={`place-${place}`} aria-hidden="true">
          <Skeleton height={150} />
        </li>
      ))}
    </ol>
  )
}
