import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ReplayError } from './replay-error.ts'

/** Cells of one line; quotes as RFC 4180 has them, line breaks inside a cell aside. */
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
  /** A count: a whole number from 0; an empty cell is 0. */
  count(column: string): number
  /** An id: a whole number of any size; null when the cell is empty. */
  id(column: string): number | null
  /** Refuses the line, naming file, line and column. */
  refuse(column: string, why: string): ReplayError
}

export interface Table {
  readonly file: string
  readonly columns: ReadonlySet<string>
  /**
   * Reads line by line, in the order of the file.
   * @throws ReplayError at the first line that cannot be read, unless bad lines are skipped
   */
  each(read: (row: Row) => void): void
  /** @throws ReplayError naming the file and every column that it lacks */
  need(columns: readonly string[]): void
}

/** Told of each line that is skipped, and why. */
export type Skip = (problem: ReplayError) => void

/**
 * Opens a CSV file, gzipped or not.
 * @param skip where it is given, lines that cannot be read are told to it and left out
 * @throws ReplayError when it is not there or is no text
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
  const row = (values: readonly string[], number: number): Row => {
    const refuse = (column: string, why: string) =>
      new ReplayError(`${file}, line ${number}, column ${column}: ${why}`)
    const value = (column: string) => (values[at.get(column) ?? -1] ?? '').trim()
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
      count: (column) => {
        const cell = value(column)
        if (cell === '') return 0
        if (!/^\d{1,3}$/.test(cell)) throw refuse(column, `'${cell}' is not a count`)
        return Number(cell)
      },
    }
  }
  return {
    file,
    columns: new Set(header),
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
