import { toCsv as csvOf } from '@propsight/shared/client'
import type { Column, SortValue } from './column.ts'

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
