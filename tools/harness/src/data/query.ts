export type Row = Record<string, unknown>
type Test = (value: unknown) => boolean

/** A query of the data service that the harness does not support; answered with 400 and this message. */
export class UnsupportedQuery extends Error {
  override name = 'UnsupportedQuery'
}

const NOT_A_COLUMN = new Set(['select', 'order', 'limit', 'offset', 'on_conflict', 'columns'])

/**
 * Compares a row's value with a text of the query: numbers by size, other values as text. Null is not
 * comparable.
 */
function compare(value: unknown, text: string): number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value - Number(text)
  const valueText = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (valueText === text) return 0
  return valueText < text ? -1 : 1
}

/** The values of the operator `is`, by their text. */
const LITERALS = new Map<string, boolean | null>([
  ['null', null],
  ['true', true],
  ['false', false],
])

const listed = (text: string): string[] =>
  [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
  )

const by = (text: string, accepts: (order: number) => boolean): Test => {
  return (value) => {
    const order = compare(value, text)
    return order !== null && accepts(order)
  }
}

const OPERATORS: Record<string, (text: string) => Test> = {
  eq: (text) => by(text, (order) => order === 0),
  neq: (text) => by(text, (order) => order !== 0),
  gt: (text) => by(text, (order) => order > 0),
  gte: (text) => by(text, (order) => order >= 0),
  lt: (text) => by(text, (order) => order < 0),
  lte: (text) => by(text, (order) => order <= 0),
  is: (text) => (value) => (value ?? null) === LITERALS.get(text),
  in: (text) => (value) => listed(text).some((each) => compare(value, each) === 0),
}

/**
 * Creates the row filter of a query, with PostgREST's operators.
 * @throws UnsupportedQuery for operators other than `eq neq gt gte lt lte is in`
 */
export function createRowFilter(query: URLSearchParams): (row: Row) => boolean {
  const tests = [...query].flatMap(([column, condition]) => {
    if (NOT_A_COLUMN.has(column)) return []
    const [, operator = '', text = ''] = /^(\w+)\.(.*)$/s.exec(condition) ?? []
    const test = OPERATORS[operator]?.(text)
    if (!test || !/^\w+$/.test(column)) {
      const operators = Object.keys(OPERATORS).join(', ')
      throw new UnsupportedQuery(`The harness does not know '${column}=${condition}'; it knows ${operators}`)
    }
    return [(row: Row) => test(row[column])]
  })
  return (row) => tests.every((test) => test(row))
}

/** Applies `order=created_at.desc,id`, `limit` and `offset` to rows. */
export function sortAndSlice(rows: readonly Row[], query: URLSearchParams): Row[] {
  const keys = (query.get('order') ?? '').split(',').filter(Boolean)
  const sorted = [...rows].sort((a, b) => {
    for (const key of keys) {
      const [column = '', direction] = key.split('.')
      const other = b[column]
      const order = compare(a[column], typeof other === 'object' ? JSON.stringify(other) : String(other)) ?? 0
      if (order !== 0) return direction === 'desc' ? -order : order
    }
    return 0
  })
  const from = Number(query.get('offset') ?? 0)
  const limit = query.get('limit')
  return sorted.slice(from, limit === null ? undefined : from + Number(limit))
}

/** Applies a plain `select=id,name` to a row; for other forms of `select` the row is returned unchanged. */
export function selectColumns(row: Row, query: URLSearchParams): Row {
  const select = query.get('select') ?? '*'
  if (!/^\w+(,\w+)*$/.test(select)) return row
  return Object.fromEntries(select.split(',').map((column) => [column, row[column] ?? null]))
}
