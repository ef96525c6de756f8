/** Bytes as kB with one decimal. 1 kB is 1000 bytes, as everywhere in the product. */
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

/** A timestamp as `2026-07-15 16:04` in UTC; an invalid one is returned unchanged, null as a dash. */
export function instant(text: string | null): string {
  if (text === null) return '–'
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString().slice(0, 16).replace('T', ' ')
}

/** A share from 0 to 1 as a percentage; null as a dash. */
export const percent = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`

/** Replaces control characters, which a terminal would interpret, in text from outside. */
export const withoutControlCharacters = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()

/** Formats rows as aligned columns, each as wide as its widest cell; the last column is not padded. */
export function table(rows: string[][], { indent = '  ', right = [] as number[] } = {}): string {
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  const line = (row: string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        if (right.includes(column)) return cell.padStart(width)
        return column === row.length - 1 ? cell : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return rows.map((row) => `${indent}${line(row)}\n`).join('')
}

/** Wraps a text to indented lines. Widths in characters. */
export function wrap(text: string, { indent = '  ', width = 96 } = {}): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line && indent.length + line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  if (line) lines.push(line)
  return lines.map((part) => `${indent}${part}\n`).join('')
}
