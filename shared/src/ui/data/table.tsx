import type { Key, ReactElement, ReactNode } from 'react'
import { useState } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import { cx } from '../helpers.ts'
import styles from './table.module.css'

/** A figure or a text of a row; null if it is unknown. */
export type SortValue = number | string | null

interface SortableColumn<Row> {
  readonly head: string
  readonly numeric?: boolean
  sort?(row: Row): SortValue
}

/** The column by which a table is sorted, by its heading, and the direction. */
interface SortOrder {
  readonly head: string
  readonly descending: boolean
}

/** The order of a table, and the action of the buttons in its headings. */
interface Sorting extends SortOrder {
  sortBy(column: Pick<SortableColumn<never>, 'head' | 'numeric'>): void
}

/**
 * Order after a press on a heading: figures start with the highest, text with A. A second press reverses.
 */
export const nextOrder = (
  now: SortOrder,
  { head, numeric = false }: Pick<SortableColumn<never>, 'head' | 'numeric'>,
): SortOrder => ({ head, descending: now.head === head ? !now.descending : numeric })

function compare(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en')
}

/** Sorts rows by a column. Equal rows keep their order, and unknown values are last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  column: SortableColumn<Row> | undefined,
  descending: boolean,
): Row[] {
  const sortValue = (row: Row) => column?.sort?.(row) ?? null
  return rows.toSorted((first, second) => {
    const a = sortValue(first)
    const b = sortValue(second)
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return descending ? compare(b, a) : compare(a, b)
  })
}

/**
 * Keeps the order of a table that is sorted by its headings.
 * @param first heading of the column that sorts at first, ascending
 * @returns the sorted rows, and the `sorting` of `Table`
 */
export function useSorting<Row>(
  columns: readonly SortableColumn<Row>[],
  rows: readonly Row[],
  first: string,
): { rows: Row[]; sorting: Sorting } {
  const [order, setOrder] = useState<SortOrder>({ head: first, descending: false })
  const column = columns.find(({ head }) => head === order.head)
  return {
    rows: sortRows(rows, column, order.descending),
    sorting: { ...order, sortBy: (pressed) => setOrder((now) => nextOrder(now, pressed)) },
  }
}

/** One column of a table: its heading and its cells. */
export interface TableColumn<Row> {
  /** Text of the heading, unique in the table. */
  readonly head: string
  /** Explanation of a short heading, shown on hover. */
  readonly title?: string
  /** The heading is read by assistive technology only. */
  readonly hiddenHead?: boolean
  /** The cells are headings of their rows. */
  readonly rowHeader?: boolean
  /** Right-aligned; sorted from the highest value first. */
  readonly numeric?: boolean
  /** Hidden on phones. */
  readonly wide?: boolean
  /** In px. With widths, arriving rows do not move the columns. The rest of the table is shared in proportion. */
  readonly width?: number
  /** Class of the heading and the cells. */
  readonly className?: string | undefined
  cell(row: Row): ReactNode
  /** Class of the cell in one row. */
  cellClass?(row: Row): string | undefined
  /** Value to sort by; null is last in both directions. A column without it has no sort button. */
  sort?(row: Row): SortValue
  /** Cell of the column in a row of totals. The row exists if one column has it. */
  readonly foot?: ReactNode
}

export interface TableProps<Row> {
  /** Accessible name. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): Key
  /** From `useSorting`; adds a button to the heading of every sortable column. */
  sorting?: Sorting
  /** Scrolls horizontally in an area of its own. */
  scroll?: boolean
  busy?: boolean
  /** Class of the outermost element: the scroll area if there is one. */
  className?: string | undefined
  rowProps?(row: Row): { className?: string | undefined; 'aria-current'?: 'true' | undefined }
  /** Number of leading cells that are loaded; a placeholder spans the others. By default all cells. */
  loadedCells?(row: Row): number
}

const columnClass = (
  { numeric, wide, className }: TableColumn<never>,
  cellClass?: string,
): string | undefined => cx(numeric && 'u-num', wide && 'u-wide', className, cellClass) || undefined

const ARROWS = { ascending: '↑', descending: '↓' } as const

function Heading<Row>({ column, sorting }: { column: TableColumn<Row>; sorting: Sorting | undefined }) {
  const { head, title, hiddenHead, sort } = column
  if (!sorting || !sort)
    return (
      <th scope="col" title={title} className={columnClass(column)}>
        {hiddenHead ? <span className="u-vh">{head}</span> : head}
      </th>
    )
  const direction = sorting.descending ? 'descending' : 'ascending'
  const order = sorting.head === head ? direction : undefined
  return (
    <th scope="col" aria-sort={order} className={columnClass(column)}>
      <button type="button" className={styles.sort} title={title} onClick={() => sorting.sortBy(column)}>
        {head}
        <span aria-hidden="true">{order && ARROWS[order]}</span>
      </button>
    </th>
  )
}

interface CellProps {
  column: TableColumn<never>
  cellClass?: string | undefined
  children: ReactNode
}

function Cell({ column, cellClass, children }: CellProps) {
  const className = columnClass(column, cellClass)
  return column.rowHeader ? (
    <th scope="row" className={className}>
      {children}
    </th>
  ) : (
    <td className={className}>{children}</td>
  )
}

/**
 * A table of data in the style `u-table`. Columns that do not fit on a phone are hidden there, or the table
 * scrolls in an area of its own.
 */
export function Table<Row>(props: TableProps<Row>): ReactElement {
  const { label, columns, rows, keyOf, sorting, scroll, busy, className, rowProps } = props
  const { loadedCells = () => columns.length } = props
  const hasWidths = columns.some(({ width }) => width !== undefined)
  const table = (
    <table
      className={cx('u-table', hasWidths && styles.fixed, !scroll && className)}
      aria-label={label}
      aria-busy={busy}
    >
      {hasWidths && (
        <colgroup>
          {columns.map(({ head, width }) => (
            <col key={head} style={{ width }} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.head} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const loaded = loadedCells(row)
          return (
            <tr key={keyOf(row)} {...rowProps?.(row)}>
              {columns.slice(0, loaded).map((column) => (
                <Cell key={column.head} column={column} cellClass={column.cellClass?.(row)}>
                  {column.cell(row)}
                </Cell>
              ))}
              {loaded < columns.length && (
                <td colSpan={columns.length - loaded}>
                  <Skeleton height={18} />
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
      {columns.some(({ foot }) => foot !== undefined) && (
        <tfoot>
          <tr>
            {columns.map((column) => (
              <Cell key={column.head} column={column}>
                {column.foot}
              </Cell>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
  if (!scroll) return table
  const areaClass = cx(styles.scroll, className)
  // With sort buttons the area is scrolled by focusing them. Without, the area itself must be focusable.
  return sorting ? (
    <div className={areaClass}>{table}</div>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className={areaClass} aria-label={label} tabIndex={0}>
      {table}
    </section>
  )
}
