import { download } from '@propsight/shared/client'
import { Button, cx, Skeleton } from '@propsight/shared/ui'
import { type ReactNode, useState } from 'react'
import cardStyles from './cards.module.css'
import { type Column, nextSorting, type Sorting, sortRows, toCsv } from './column.ts'
import styles from './sections.module.css'

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
    <dl className={cardStyles.figures}>
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
    <ol className={cardStyles.cards} aria-busy={waiting > 0 || !ranked}>
      {items.map(({ id, row, head }, index) => (
        <li key={`${ranked ? 'ranked' : 'by name'}: ${id}`}>
          <div className={cardStyles.head}>
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

interface SortTableProps<Row> {
  title: string
  /** Entry rule of the section, as text. */
  rule: string
  /** Name of the exported file. */
  file: string
  /** In the order of the section's rule. */
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** A card for each row instead of a table, in the order of the section. */
  cards: boolean
  /** Number of placeholder rows without a name. */
  waiting?: number
  /** While rows load: all pitchers in a stable order. Null once all rows are loaded. */
  places?: readonly { id: number; row: Row | null; head: ReactNode }[] | null
  /** Text of the empty state. */
  empty: string
}

const ARROWS = { ascending: '↑', descending: '↓' } as const

function ariaSort(sorting: Sorting, key: string | null): 'ascending' | 'descending' | undefined {
  if (sorting.key !== key) return undefined
  return sorting.descending ? 'descending' : 'ascending'
}

/**
 * Table of a section: sortable by every column, exported in display order, with placeholders for loading
 * rows.
 */
export function SortTable<Row extends { id: number }>(props: SortTableProps<Row>) {
  const { title, rule, file, rows, columns, cards, waiting = 0, places = null, empty } = props
  const [sorting, setSorting] = useState<Sorting>({ key: null, descending: false })
  const ranks = new Map(rows.map((row, index) => [row.id, index + 1]))
  const sorted = sortRows(
    places?.flatMap(({ row }) => row ?? []) ?? rows,
    columns.find(({ key }) => key === sorting.key),
    sorting.descending,
  )
  const shown = sorting.key === null && sorting.descending ? sorted.reverse() : sorted
  const items =
    places && sorting.key === null
      ? places
      : [
          ...shown.map((row) => ({ id: row.id, row, head: null })),
          ...(places ?? []).filter(({ row }) => row === null),
        ]
  const heading = (key: string | null, label: string, numeric: boolean, about?: string) => {
    const order = ariaSort(sorting, key)
    const press = () =>
      setSorting(
        key === null
          ? { key, descending: sorting.key === null && !sorting.descending }
          : nextSorting(sorting, { key, numeric }),
      )
    return (
      <th key={key ?? '#'} scope="col" aria-sort={order} className={cx(numeric && 'u-num')}>
        <button type="button" className={styles.sort} title={about} onClick={press}>
          {label}
          <span aria-hidden="true">{order ? ARROWS[order] : ''}</span>
        </button>
      </th>
    )
  }
  return (
    <section className={styles.panel} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className={styles.rule}>{rule}</span>
        <Button
          variant="bare"
          disabled={rows.length === 0}
          aria-label={`Export CSV: ${title}`}
          onClick={() => download(file, toCsv(columns, shown))}
        >
          Export CSV
        </Button>
      </header>
      {cards ? (
        <Cards items={items} columns={columns} waiting={waiting} ranked={places === null} />
      ) : (
        <div className={styles.scroll}>
          <table
            className={cx('u-table', styles.table)}
            aria-label={title}
            aria-busy={waiting > 0 || places !== null}
          >
            <thead>
              <tr>
                {heading(null, '#', false, 'In the order of this section')}
                {columns.map(({ key, label, numeric, title: about }) =>
                  heading(key, label, numeric === true, about),
                )}
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, row, head }) => (
                // The key differs between loading and ranked rows, so that rows are replaced and not moved.
                <tr key={`${places ? 'by name' : 'ranked'}: ${id}`}>
                  <td className="u-dim">{places ? '·' : ranks.get(id)}</td>
                  {row ? (
                    columns.map((column) => (
                      <td key={column.key} className={cx(column.numeric && 'u-num')}>
                        {column.cell(row)}
                      </td>
                    ))
                  ) : (
                    <>
                      <td>{head}</td>
                      <td colSpan={columns.length - 1}>
                        <Skeleton height={18} />
                      </td>
                    </>
                  )}
                </tr>
              ))}
              {Array.from({ length: waiting }, (_, place) => (
                <tr key={`place-${place}`}>
                  <td colSpan={columns.length + 1}>
                    <Skeleton height={18} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length === 0 && waiting === 0 && !places && <p className={styles.none}>{empty}</p>}
    </section>
  )
}
