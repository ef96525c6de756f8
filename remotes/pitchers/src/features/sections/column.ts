import type { ReactNode } from 'react'

export type SortValue = number | string | null

/** One column of a table: how it is shown, sorted and exported. */
export interface Column<Row> {
  readonly key: string
  readonly label: string
  /** What a short label means. */
  readonly title?: string
  readonly numeric?: boolean
  /** What rows are ordered by; null stands last either way. */
  sort(row: Row): SortValue
  cell(row: Row): ReactNode
  /** Columns of the export, by label; the sort value under the column's own label unless told. */
  csv?(row: Row): Readonly<Record<string, SortValue>>
}

export interface Sorting {
  /** Null: in the order of the section's rule. */
  readonly key: string | null
  readonly descending: boolean
}

/** What a press on a heading does: figures begin with the highest, words with A; the second press turns it round. */
export const nextSorting = (
  now: Sorting,
  { key, numeric }: Pick<Column<never>, 'key' | 'numeric'>,
): Sorting => (now.key === key ? { key, descending: !now.descending } : { key, descending: numeric === true })

function compare(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en')
}

/** Rows by a column; equals keep the section's own order, and what is not known stands last. */
export function sortRows<Row>(
  rows: readonly Row[],
  column: Column<Row> | undefined,
  descending: boolean,
): Row[] {
  if (!column) return [...rows]
  return [...rows].sort((first, second) => {
    const [a, b] = [column.sort(first), column.sort(second)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return descending ? compare(b, a) : compare(a, b)
  })
}
