import { toCsv as csvOf } from '@propsight/shared/format'
import type { SortValue, TableColumn } from '@propsight/shared/ui'

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
