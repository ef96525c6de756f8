/**
 * Formats rows as a text table: the first column left-aligned, the others right-aligned. An empty row is a
 * blank line.
 */
export function formatColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length)
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd()
  return rows.map((row) => `  ${line(row)}`.trimEnd()).join('\n')
}

const plain = (value: number, digits: number): string => value.toFixed(digits)

/** Text for a missing figure. */
const NONE = '–'

const formatFinite = (value: number, write: (value: number) => string): string =>
  Number.isFinite(value) ? write(value) : NONE

/** 0.2238 */
export const score = (value: number): string => formatFinite(value, (finite) => plain(finite, 4))
/** 1.776 */
export const error = (value: number): string => formatFinite(value, (finite) => plain(finite, 3))
/** 0.98 */
export const slope = (value: number): string => formatFinite(value, (finite) => plain(finite, 2))
/** 65.7% */
export const percent = (share: number, digits = 1): string =>
  formatFinite(share, (finite) => `${plain(100 * finite, digits)}%`)
/** +0.61% or −0.61%, always with a sign. */
export const change = (share: number, digits = 2): string =>
  formatFinite(share, (finite) => `${finite < 0 ? '−' : '+'}${plain(100 * Math.abs(finite), digits)}%`)
/** +0.0040 or −0.0040 */
export const signed = (value: number): string =>
  formatFinite(value, (finite) => `${finite < 0 ? '−' : '+'}${plain(Math.abs(finite), 4)}`)
/** 6,476 */
export const count = (value: number): string => value.toLocaleString('en-US')
