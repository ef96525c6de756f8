import { toCsv as csvOf } from '@propsight/shared/format'
import type { ReactNode } from 'react'

/** A table as CSV: a header, then one line per row in display order. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const records = rows.map(
    (row, index): Record<string, SortValue> =>
      Object.assign(
        { '#': index + 1 },
        ...columns.map((column) => column.csv?.(row) ?? { [column.label]: column.sort(row) }),
      ),
  )
  const labels = Object.keys(records[0] ?? {})
  return csvOf(
    labels,
    records.map((record) => labels.map((label) => record[label] ?? null)),
  )
}

export type SortValue = number | string | null

/** One column of a table: how it is shown, sorted and exported. */
export interface Column<Row> {
  readonly key: string
  readonly label: string
  /** Explanation of a short label. */
  readonly title?: string
  readonly numeric?: boolean
  /** Sort value; null is last in both directions. */
  sort(row: Row): SortValue
  cell(row: Row): ReactNode
  /** Exported columns by label. Default: the sort value under the column's label. */
  csv?(row: Row): Readonly<Record<string, SortValue>>
}

export interface Sorting {
  /** Null: the order of the section's rule. */
  readonly key: string | null
  readonly descending: boolean
}

/**
 * Sorting after a press on a heading: figures start with the highest, text with A. A second press reverses.
 */
export const nextSorting = (
  now: Sorting,
  { key, numeric }: Pick<Column<never>, 'key' | 'numeric'>,
): Sorting => (now.key === key ? { key, descending: !now.descending } : { key, descending: numeric === true })

function compare(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en')
}

/** Sorts rows by a column. Equal rows keep their order, and unknown values are last. */
export function sortRows<Row>(
  rows: readonly Row[],
  column: Column<Row> | undefined,
  descending: boolean,
): Row[] {
  if (!column) return [...rows]
  return [...rows].sort((first, second) => {
    const a = column.sort(first)
    const b = column.sort(second)
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return descending ? compare(b, a) : compare(a, b)
  })
}
