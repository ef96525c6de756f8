import { useState } from 'react'

/** A figure or a text of a row; null if it is unknown. */
export type SortValue = number | string | null

interface SortableColumn<Row> {
  readonly head: string
  readonly numeric?: boolean
  sort?(row: Row): SortValue
}

/** The column by which a table is sorted, by its heading, and the direction. */
export interface SortOrder {
  readonly head: string
  readonly descending: boolean
}

/** The order of a table, and the action of the buttons in its headings. */
export interface Sorting extends SortOrder {
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
