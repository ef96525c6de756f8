import { readFileSync } from 'node:fs'
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

/** A whole number, also as spreadsheets and data frames write it: `4`, `4.0`. */
const WHOLE = /^(\d{1,9})(?:\.0+)?$/
/** Largest count of one game that is not an error of the source. */
const MOST = 999

/** Whether a `YYYY-MM-DD` text is a day of the calendar; 2019-02-30 is not. */
export const isDay = (date: string): boolean => {
  const instant = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${date}T`)
}

/** One line of a file, read by column name. */
export interface Row {
  /** The header is line 1. */
  readonly line: number
  /** The text of a cell without surrounding spaces; empty for a missing column. */
  text(column: string): string
  /** A text that every line has, such as the id of a player. */
  name(column: string): string
  /** One of some texts. */
  oneOf<Value extends string>(column: string, values: readonly Value[]): Value
  /** A day of the calendar, `2019-07-15` or `20190715`, as `YYYY-MM-DD`. */
  day(column: string): string
  /** 0 or 1; `blank` is the value of an empty cell, without it that is an error. */
  flag(column: string, blank?: boolean): boolean
  /** A count from 0 to 999. An empty cell is an error: it is unknown, not 0. */
  count(column: string): number
  /** A count that a source may lack: null for an empty cell or a missing column. See `Table.blanks`. */
  countOrNull(column: string): number | null
  /** A place or number up to `most` that does not apply to every line: 0 for an empty cell or a missing column. */
  ordinal(column: string, most?: number): number
  /** An id of up to nine digits; null when the cell is empty or 0. */
  id(column: string): number | null
  /** Makes an error that names file, line and column. */
  refuse(column: string, why: string): ReplayError
}

export interface Table {
  readonly file: string
  readonly columns: ReadonlySet<string>
  /**
   * Calls `read` for each line, in the order of the file.
   * @param key columns that identify an entry: a repeated line counts once, and a different one is invalid
   * @param wanted lines for which it returns false are ignored
   * @throws ReplayError at the first invalid line, unless invalid lines are skipped
   */
  each(read: (row: Row) => void, key?: readonly string[], wanted?: (row: Row) => boolean): void
  /** @throws ReplayError naming the file and every missing column */
  need(columns: readonly string[]): void
  /** Whether any line has a text in a column. */
  has(column: string): boolean
  /** One message per column that `countOrNull` found missing or blank, such as 'column R is blank'. */
  blanks(): string[]
  /** Reports an invalid line: throws the problem, or passes it to `skip`. */
  report(problem: ReplayError): void
}

/** Receives the error of each skipped line. */
export type Skip = (problem: ReplayError) => void

const readText = (path: string): string => {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new ReplayError(`${path}: ${missing ? 'no such file' : 'cannot be read'}`)
  }
  if (!path.endsWith('.gz')) return bytes.toString('utf8')
  try {
    return gunzipSync(bytes).toString('utf8')
  } catch {
    throw new ReplayError(`${path}: is not a gzip file`)
  }
}

/** The text of a cell for the comparison of two lines: `4.0` and `4` are the same number. */
const comparable = (cell: string): string => {
  const text = cell.trim()
  return WHOLE.test(text) ? String(Number(text)) : text
}

/**
 * Opens a CSV file, gzipped or not.
 * @param skip receives invalid lines, which are then left out; without it they throw
 * @throws ReplayError when the file cannot be read or decompressed, or names a column twice
 */
export function openCsv(path: string, skip?: Skip): Table {
  const file = basename(path)
  const lines = readText(path)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  const header = cells(lines[0] ?? '').map((name) => name.trim())
  const at = new Map(header.map((name, index) => [name, index]))
  const twice = header.find((name, index) => name !== '' && at.get(name) !== index)
  if (twice !== undefined) throw new ReplayError(`${file}, line 1: has the column ${twice} twice`)
  const asked = new Map<string, number>()
  const blank = new Map<string, number>()
  const report = (problem: ReplayError): void => {
    if (!skip) throw problem
    skip(problem)
  }
  const row = (values: readonly string[], number: number): Row => {
    const refuse = (column: string, why: string) =>
      new ReplayError(`${file}, line ${number}, column ${column}: ${why}`)
    const value = (column: string) => (values[at.get(column) ?? -1] ?? '').trim()
    const whole = (column: string, what: string, most: number): number => {
      const cell = value(column)
      const match = WHOLE.exec(cell)
      if (!match || Number(match[1]) > most) throw refuse(column, `'${cell}' is not ${what}`)
      return Number(match[1])
    }
    const count = (column: string) => whole(column, 'a count', MOST)
    return {
      line: number,
      text: value,
      name: (column) => {
        const cell = value(column)
        if (cell === '') throw refuse(column, 'is empty')
        return cell
      },
      oneOf: (column, allowed) => {
        const cell = value(column)
        const found = allowed.find((each) => each === cell)
        if (found === undefined)
          throw refuse(column, `'${cell}' is none of ${allowed.filter(Boolean).join(', ')}`)
        return found
      },
      day: (column) => {
        const cell = value(column)
        const date = cell.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
        if (!isDay(date)) throw refuse(column, `'${cell}' is not a day such as 2019-07-15`)
        return date
      },
      flag: (column, empty) =>
        value(column) === '' && empty !== undefined ? empty : whole(column, '0 or 1', 1) === 1,
      refuse,
      id: (column) => (value(column) === '' ? null : whole(column, 'an id', Number.MAX_SAFE_INTEGER) || null),
      count,
      countOrNull: (column) => {
        asked.set(column, (asked.get(column) ?? 0) + 1)
        if (value(column) !== '') return count(column)
        blank.set(column, (blank.get(column) ?? 0) + 1)
        return null
      },
      ordinal: (column, most = MOST) =>
        value(column) === '' ? 0 : whole(column, `a number from 0 to ${most}`, most),
    }
  }
  const each: Table['each'] = (read, key, wanted) => {
    const seen = new Map<string, number>()
    for (let index = 1; index < lines.length; index++) {
      const line = lines[index]
      if (!line?.trim()) continue
      try {
        const values = cells(line)
        if (values.length !== header.length) {
          throw new ReplayError(
            `${file}, line ${index + 1}: has ${values.length} cells, the header ${header.length}`,
          )
        }
        const next = row(values, index + 1)
        if (wanted?.(next) === false) continue
        const id = key?.map((column) => comparable(next.text(column))).join('\n') ?? String(index)
        const first = seen.get(id)
        if (first !== undefined) {
          const before = cells(lines[first] ?? '')
          const other = header.find(
            (_, column) => comparable(before[column] ?? '') !== comparable(values[column] ?? ''),
          )
          if (other === undefined) continue
          throw next.refuse(other, `'${next.text(other)}' contradicts line ${first + 1} about the same entry`)
        }
        if (key) seen.set(id, index)
        read(next)
      } catch (error) {
        if (!(error instanceof ReplayError)) throw error
        report(error)
      }
    }
  }
  return {
    file,
    columns: new Set(header),
    has: (column) => {
      const index = at.get(column)
      return index !== undefined && lines.some((line, n) => n > 0 && (cells(line)[index] ?? '').trim() !== '')
    },
    blanks: () =>
      [...blank].map(([column, count]) => {
        if (!at.has(column)) return `${file}: has no column ${column}`
        const all = asked.get(column)
        return count === all
          ? `${file}: column ${column} is blank`
          : `${file}: column ${column} is blank in ${count} of ${all} lines`
      }),
    need: (columns) => {
      const missing = columns.filter((column) => !at.has(column))
      if (missing.length > 0) throw new ReplayError(`${file}, line 1: has no column ${missing.join(', ')}`)
    },
    each,
    report,
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
