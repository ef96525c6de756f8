import type { Column, SortValue } from './column.ts'

const DECIMALS = 1_000
/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

function cell(value: SortValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(Math.round(value * DECIMALS) / DECIMALS)
  const text = FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A table as CSV by RFC 4180: a heading, a line per row in the order shown, CRLF. Figures to three decimals, nothing
 * where a number is not known.
 */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const records = rows.map(
    (row, index): Record<string, SortValue> =>
      Object.assign(
        { '#': index + 1 },
        ...columns.map((column) => column.csv?.(row) ?? { [column.label]: column.sort(row) }),
      ),
  )
  const labels = Object.keys(records[0] ?? {})
  const lines = [labels, ...records.map((record) => labels.map((label) => record[label] ?? null))]
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

/** Hands a text to the browser as a file. */
export function download(name: string, csv: string): void {
  // The mark tells spreadsheets that names with accents are UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
