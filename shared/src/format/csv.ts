export type Cell = string | number | null

/**
 * Positions at which a spreadsheet would interpret the following text as a formula (CSV injection): at the
 * start of a cell, after spaces and NUL characters, which spreadsheets skip; and after a semicolon, a tab or
 * a line break, which many spreadsheets treat as cell separators. The full-width signs of East Asian
 * keyboards count like the ASCII ones.
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
 * Formats a table as CSV (RFC 4180) with a header row and CRLF line ends. Text that a spreadsheet would run
 * as a formula is prefixed with an apostrophe. Numbers are rounded to at most `decimals` decimals; null is an
 * empty cell.
 */
export function toCsv(
  labels: readonly string[],
  rows: readonly (readonly Cell[])[],
  decimals = DECIMALS,
): string {
  const lines = [labels, ...rows.map((row) => labels.map((_, at) => row[at] ?? null))]
  return lines.map((cells) => `${cells.map((value) => cell(value, decimals)).join(',')}\r\n`).join('')
}
