import { createRowFilter, type Row, selectColumns, sortAndSlice } from './query.ts'

export type { Row }

interface Change {
  method: string
  query: URLSearchParams
  body: unknown
  /** The `Prefer` and `Accept` headers. */
  prefer: string
  accept: string
}

const refusal = (status: number, code: string, message: string) =>
  Response.json({ code, message, details: null, hint: null }, { status })

const rowsIn = (body: unknown): Row[] =>
  (Array.isArray(body) ? body : [body]).filter((row): row is Row => typeof row === 'object' && row !== null)

/** Creates in-memory tables of the data service with select, insert, upsert, update and delete. */
export function createTables(begin: (table: string) => Row[]) {
  const tables = new Map<string, Row[]>()
  const rowsOf = (table: string): Row[] => {
    const rows = tables.get(table) ?? begin(table)
    tables.set(table, rows)
    return rows
  }

  /** @returns null if a row with the same key exists and must not be replaced */
  function insert(table: string, { query, body, prefer }: Change): Row[] | null {
    const rows = [...rowsOf(table)]
    const keys = (query.get('on_conflict') ?? 'id').split(',')
    const added: Row[] = []
    for (const values of rowsIn(body)) {
      const row = { id: crypto.randomUUID(), created_at: new Date().toISOString(), ...values }
      const same = rows.findIndex((each) => keys.every((key) => each[key] === (row as Row)[key]))
      if (same >= 0 && !prefer.includes('resolution=')) return null
      if (same >= 0 && prefer.includes('resolution=ignore-duplicates')) continue
      if (same >= 0) rows[same] = { ...rows[same], ...values }
      else rows.push(row)
      added.push(rows[same >= 0 ? same : rows.length - 1] ?? row)
    }
    tables.set(table, rows)
    return added
  }

  function changed(table: string, change: Change): Row[] | null {
    if (change.method === 'POST') return insert(table, change)
    const matches = createRowFilter(change.query)
    const hit = rowsOf(table).filter(matches)
    const rest = rowsOf(table).filter((row) => !matches(row))
    if (change.method === 'DELETE') {
      tables.set(table, rest)
      return hit
    }
    const [patch = {}] = rowsIn(change.body)
    const next = rowsOf(table).map((row) => (matches(row) ? { ...row, ...patch } : row))
    tables.set(table, next)
    return hit.map((row) => ({ ...row, ...patch }))
  }

  function shown(rows: Row[], { query, accept, prefer }: Change, status: number): Response {
    const found = rows.map((row) => selectColumns(row, query))
    const total = prefer.includes('count=') ? String(found.length) : '*'
    const headers = { 'content-range': `${found.length ? `0-${found.length - 1}` : '*'}/${total}` }
    if (!accept.includes('vnd.pgrst.object')) return Response.json(found, { status, headers })
    if (found.length === 1) return Response.json(found[0], { status, headers })
    return refusal(406, 'PGRST116', `Cannot coerce the result to a single JSON object: ${found.length} rows`)
  }

  return {
    rows: (table: string): readonly Row[] => rowsOf(table),
    /** @throws UnsupportedQuery */
    answer(table: string, change: Change): Response {
      const { method, query, prefer } = change
      if (method === 'GET' || method === 'HEAD')
        return shown(sortAndSlice(rowsOf(table).filter(createRowFilter(query)), query), change, 200)
      const rows = changed(table, change)
      if (!rows) return refusal(409, '23505', `duplicate key value violates unique constraint of ${table}`)
      if (prefer.includes('return=representation')) return shown(rows, change, method === 'POST' ? 201 : 200)
      return new Response(null, { status: method === 'POST' ? 201 : 204 })
    },
  }
}
