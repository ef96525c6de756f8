import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Row = Readonly<Record<string, string | number | null>>

/** Writes a file of a season's or of prices' folder, with the columns of its first row. */
export function writeCsv(folder: string, name: string, rows: readonly Row[]): void {
  mkdirSync(folder, { recursive: true })
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(','))
  writeFileSync(join(folder, `${name}.csv`), `${[columns.join(','), ...lines].join('\n')}\n`)
}
