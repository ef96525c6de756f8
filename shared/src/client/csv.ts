import { saveFile } from './save-file.ts'

export type Cell = string | number | null

/**
 * Where a spreadsheet would run what follows as a formula: at the start of a cell, spaces and control characters before
 * it skipped as spreadsheets skip them; and behind a semicolon, a tab or a line's end, which many of them cut at as well
 * (the full-width signs of East Asian keyboards count as the plain ones).
 */
const BEFORE_FORMULA = /(?<=^|[;\t\r\n\0])(?=[\s\0"]{0,16}[=+\-@＝＋－＠])/g
const STARTS_WITH_CONTROL = /^[\t\r\n\0]/
const QUOTED = /[",;\t\r\n]/
const DECIMALS = 3

function cell(value: Cell, decimals: number): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(Math.round(value * 10 ** decimals) / 10 ** decimals)
  const guarded = value.replace(BEFORE_FORMULA, "'")
  const text = STARTS_WITH_CONTROL.test(guarded) ? `'${guarded}` : guarded
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A table as CSV by RFC 4180, a heading first, CRLF after every line. A text that a spreadsheet would run gets an
 * apostrophe before it; figures have so many decimals at most, and what is not known is empty.
 */
export function toCsv(
  labels: readonly string[],
  rows: readonly (readonly Cell[])[],
  decimals = DECIMALS,
): string {
  const lineOf = (row: readonly Cell[]) => row.map((value) => cell(value, decimals)).join(',')
  return [labels, ...rows].map((row) => `${lineOf(row)}\r\n`).join('')
}

/** Hands a table as CSV to the browser as a file. The mark tells spreadsheets that names with accents are UTF-8. */
export const download = (name: string, csv: string): void =>
  saveFile(name, `\uFEFF${csv}`, 'text/csv;charset=utf-8')
