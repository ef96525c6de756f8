import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ReplayError } from './season-log.ts'

/** Splits a line into cells, with quotes as in RFC 4180. Line breaks within a cell are not supported. */
const cells = (line: string): string[] => {
  if (!line.includes('"')) return line.split(',')
  const out: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at]
    if (character === '"') {
      if (quoted && line[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = !quoted
    } else if (character === ',' && !quoted) {
      out.push(cell)
      cell = ''
    } else cell += character
  }
  return [...out, cell]
}

/** One line of a file, read by column name. */
export interface Row {
  /** The header is line 1. */
  readonly line: number
  text(column: string): string
  /** A count from 0 to 999. An empty cell is an error: it is unknown, not 0. */
  count(column: string): number
  /** A count that a source may lack: null for an empty cell or a missing column. See `Table.blanks`. */
  countOrNull(column: string): number | null
  /** A place or number that does not apply to every line: 0 for an empty cell or a missing column. */
  ordinal(column: string): number
  /** An id of up to nine digits; null when the cell is empty. */
  id(column: string): number | null
  /** Makes an error that names file, line and column. */
  refuse(column: string, why: string): ReplayError
}

export interface Table {
  readonly file: string
  readonly columns: ReadonlySet<string>
  /**
   * Calls `read` for each line, in the order of the file.
   * @throws ReplayError at the first invalid line, unless invalid lines are skipped
   */
  each(read: (row: Row) => void): void
  /** @throws ReplayError naming the file and every missing column */
  need(columns: readonly string[]): void
  /** One message per column that `countOrNull` found missing or blank, such as 'column R is blank'. */
  blanks(): string[]
}

/** Receives the error of each skipped line. */
export type Skip = (problem: ReplayError) => void

/**
 * Opens a CSV file, gzipped or not.
 * @param skip receives invalid lines, which are then left out; without it they throw
 * @throws ReplayError when the file does not exist or cannot be decompressed
 */
export function openCsv(path: string, skip?: Skip): Table {
  const file = basename(path)
  if (!existsSync(path)) throw new ReplayError(`${path}: no such file`)
  const bytes = readFileSync(path)
  let text: string
  try {
    text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch {
    throw new ReplayError(`${path}: is not a gzip file`)
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const header = cells(lines[0] ?? '').map((name) => name.trim())
  const at = new Map(header.map((name, index) => [name, index]))
  const asked = new Map<string, number>()
  const blank = new Map<string, number>()
  const row = (values: readonly string[], number: number): Row => {
    const refuse = (column: string, why: string) =>
      new ReplayError(`${file}, line ${number}, column ${column}: ${why}`)
    const value = (column: string) => (values[at.get(column) ?? -1] ?? '').trim()
    const count = (column: string) => {
      const cell = value(column)
      if (!/^\d{1,3}$/.test(cell)) throw refuse(column, `'${cell}' is not a count`)
      return Number(cell)
    }
    return {
      line: number,
      text: value,
      refuse,
      id: (column) => {
        const cell = value(column)
        if (cell === '') return null
        if (!/^\d{1,9}$/.test(cell)) throw refuse(column, `'${cell}' is not an id`)
        return Number(cell)
      },
      count,
      countOrNull: (column) => {
        asked.set(column, (asked.get(column) ?? 0) + 1)
        if (value(column) !== '') return count(column)
        blank.set(column, (blank.get(column) ?? 0) + 1)
        return null
      },
      ordinal: (column) => (value(column) === '' ? 0 : count(column)),
    }
  }
  return {
    file,
    columns: new Set(header),
    blanks: () =>
      [...blank].map(([column, lines]) => {
        if (!at.has(column)) return `${file}: has no column ${column}`
        const all = asked.get(column)
        return lines === all
          ? `${file}: column ${column} is blank`
          : `${file}: column ${column} is blank in ${lines} of ${all} lines`
      }),
    need: (columns) => {
      const missing = columns.filter((column) => !at.has(column))
      if (missing.length > 0) throw new ReplayError(`${file}, line 1: has no column ${missing.join(', ')}`)
    },
    each: (read) => {
      for (let index = 1; index < lines.length; index++) {
        const line = lines[index]
        if (!line) continue
        try {
          const values = cells(line)
          if (values.length !== header.length) {
            throw new ReplayError(
              `${file}, line ${index + 1}: has ${values.length} cells, the header ${header.length}`,
            )
          }
          read(row(values, index + 1))
        } catch (error) {
          if (!skip || !(error instanceof ReplayError)) throw error
          skip(error)
        }
      }
    },
  }
}

/** Reads the counts of a line: those that every line has, and those that a source may lack. */
export function readCounts<Field extends string, More extends string>(
  row: Row,
  needed: Readonly<Record<Field, string>>,
  more: Readonly<Record<More, string>>,
): Record<Field, number> & Partial<Record<More, number>> {
  const counts: Record<string, number> = {}
  for (const [field, column] of Object.entries<string>(needed)) counts[field] = row.count(column)
  for (const [field, column] of Object.entries<string>(more)) {
    const count = row.countOrNull(column)
    if (count !== null) counts[field] = count
  }
  return counts as Record<Field, number> & Partial<Record<More, number>>
}
