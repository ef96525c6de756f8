import type { ZodType } from 'zod'
import { badRequest } from '../platform/errors.ts'
import { parseAs } from '../platform/parse.ts'

interface Page<T> {
  rows: T[]
  /** Cursor of the next page; null after the last row. */
  next: string | null
}

/**
 * Reads one page of a list, and one extra row to know whether another page follows.
 * @param read loads the given number of rows, newest first
 * @param keyOf the sort key of a row, which must be serializable as JSON
 */
export async function readPage<T>(
  limit: number,
  read: (rows: number) => Promise<T[]>,
  keyOf: (row: T) => unknown,
): Promise<Page<T>> {
  const rows = await read(limit + 1)
  const last = rows[limit - 1]
  if (rows.length <= limit || last === undefined) return { rows, next: null }
  const next = Buffer.from(JSON.stringify(keyOf(last))).toString('base64url')
  return { rows: rows.slice(0, limit), next }
}

/**
 * The sort key in a cursor of `readPage`; null for the first page.
 * @throws HttpError 400 for an invalid cursor
 */
export function parseCursor<T>(cursor: string | undefined, key: ZodType<T>): T | null {
  if (cursor === undefined) return null
  try {
    return parseAs(key, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw badRequest('after: this is not where a page ended')
  }
}
