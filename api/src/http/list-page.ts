import type { ZodType } from 'zod'
import { badRequest } from '../platform/errors.ts'
import { parseAs } from './validate.ts'

interface Page<T> {
  rows: T[]
  /** Where the next page begins; null after the last row. */
  next: string | null
}

/**
 * Reads one row more than a page holds, to know whether another page follows.
 * @param read asks for so many rows, newest first
 * @param keyOf what tells a row's place in the list, as JSON
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

/** The place that a cursor of `readPage` names; null for the beginning. @throws HttpError 400 when it is none of ours */
export function placeOf<T>(cursor: string | undefined, key: ZodType<T>): T | null {
  if (cursor === undefined) return null
  try {
    return parseAs(key, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw badRequest('after: this is not where a page ended')
  }
}
