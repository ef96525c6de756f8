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
