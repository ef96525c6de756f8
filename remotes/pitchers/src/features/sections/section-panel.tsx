import { download } from '@propsight/shared/client'
import { toCsv as csvOf } from '@propsight/shared/format'
import { Button, Skeleton, type SortValue, Table, type TableColumn, useSorting } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import cardStyles from './cards.module.css'
import styles from './sections.module.css'

/** One column of a table: how it is shown, sorted and exported. */
export interface Column<Row> extends Omit<TableColumn<Row>, 'cellClass'> {
  sort(row: Row): SortValue
  /** Exported columns by heading. Default: the sort value under the column's heading. */
  csv?(row: Row): Readonly<Record<string, SortValue>>
}

/** A table as CSV: a header, then one line per row in display order. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const records = rows.map(
    (row, index): Record<string, SortValue> =>
      Object.assign(
        { '#': index + 1 },
        ...columns.map((column) => column.csv?.(row) ?? { [column.head]: column.sort(row) }),
      ),
  )
  const labels = Object.keys(records[0] ?? {})
  return csvOf(
    labels,
    records.map((record) => labels.map((label) => record[label] ?? null)),
  )
}

/** Figures of a card that are always shown. The rest are in 'More figures'. */
const SHOWN_FIGURES = 6

/** A row of a section. It is null while its facts load; `head` then shows the pitcher. */
interface Item<Row> {
  id: number
  row: Row | null
  head: ReactNode
}

interface CardsProps<Row> {
  /** In display order. */
  items: readonly Item<Row>[]
  /** The first column is the card's heading. */
  columns: readonly Column<Row>[]
  /** Number of placeholder cards without a name. */
  waiting: number
  /** Whether the order is final, so that cards have numbers. */
  ranked: boolean
  keyOf(id: number): string
}

function Figures<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <dl className={cardStyles.figures}>
      {columns.map(({ head, title, cell }) => (
        <div key={head}>
          <dt title={title}>{head}</dt>
          <dd>{cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The rows of a section as cards, for windows too narrow for its table. */
export function Cards<Row>({ items, columns, waiting, ranked, keyOf }: CardsProps<Row>) {
  const [heading, ...figures] = columns
  const more = figures.slice(SHOWN_FIGURES)
  return (
    <ol className={cardStyles.cards} aria-busy={waiting > 0 || !ranked}>
      {items.map(({ id, row, head }, index) => (
        <li key={keyOf(id)}>
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
        <li key={keyOf(-1 - place)} aria-hidden="true">
          <Skeleton height={150} />
        </li>
      ))}
    </ol>
  )
}

interface SectionPanelProps<Row> {
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
  places?: readonly Item<Row>[] | null
  /** Text of the empty state. */
  empty: string
}

/** The columns for rows of which some are loading, after the column of the ranks. */
function itemColumns<Row>(
  columns: readonly Column<Row>[],
  rankOf: (id: number) => number | null,
): TableColumn<Item<Row>>[] {
  const ranks: TableColumn<Item<Row>> = {
    head: '#',
    width: 24,
    title: 'In the order of this section',
    className: 'u-dim',
    sort: ({ id }) => rankOf(id),
    cell: ({ id }) => rankOf(id) ?? '·',
  }
  return [
    ranks,
    ...columns.map(
      (column): TableColumn<Item<Row>> => ({
        ...column,
        sort: ({ row }) => row && column.sort(row),
        cell: ({ row, head }) => (row ? column.cell(row) : head),
      }),
    ),
  ]
}

/** Cells of a row that is loading: the rank and the pitcher. */
const LOADING_CELLS = 2

/**
 * A section: its rows as a table that is sortable by every column, or as cards; exported in display order,
 * with placeholders for loading rows.
 */
export function SectionPanel<Row extends { id: number }>(props: SectionPanelProps<Row>) {
  const { title, rule, file, rows, columns, cards, waiting = 0, places = null, empty } = props
  const ranks = new Map(places ? [] : rows.map((row, index) => [row.id, index + 1]))
  const shown = itemColumns(columns, (id) => ranks.get(id) ?? null)
  const items = places ?? rows.map((row) => ({ id: row.id, row, head: null }))
  const { rows: sorted, sorting } = useSorting(shown, items, '#')
  const blank = Array.from({ length: waiting }, (_, place) => ({ id: -1 - place, row: null, head: null }))
  // Other keys whenever the order may change, so that rows are replaced and not moved.
  const keyOf = (id: number) => `${places ? 'by name' : `${rows.length} ranked`}: ${id}`
  return (
    <section className={styles.panel} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className={styles.rule}>{rule}</span>
        <Button
          variant="bare"
          disabled={rows.length === 0}
          aria-label={`Export CSV: ${title}`}
          onClick={() => {
            const loaded = sorted.flatMap(({ row }) => row ?? [])
            download(file, toCsv(columns, loaded))
          }}
        >
          Export CSV
        </Button>
      </header>
      {cards ? (
        <Cards items={sorted} columns={columns} waiting={waiting} ranked={places === null} keyOf={keyOf} />
      ) : (
        <Table
          label={title}
          columns={shown}
          rows={[...sorted, ...blank]}
          keyOf={({ id }) => keyOf(id)}
          loadedCells={({ row, head }) => {
            if (row) return shown.length
            return head ? LOADING_CELLS : 0
          }}
          sorting={sorting}
          busy={waiting > 0 || places !== null}
          scroll
          className={styles.table}
        />
      )}
      {rows.length === 0 && waiting === 0 && !places && <p className={styles.none}>{empty}</p>}
    </section>
  )
}
