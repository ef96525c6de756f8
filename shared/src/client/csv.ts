export type Cell = string | number | null

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const QUOTED = /[",\r\n]/
const DECIMALS = 1_000

function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(Math.round(value * DECIMALS) / DECIMALS)
  const text = FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A table as CSV by RFC 4180, a heading first, CRLF after every line. A text that a spreadsheet would run gets an
 * apostrophe before it; figures have three decimals at most, and what is not known is empty.
 */
export const toCsv = (labels: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [labels, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')

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
