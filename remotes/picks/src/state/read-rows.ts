import type * as z from '@propsight/shared/schema'

/**
 * Below the row limit of any data service (1,000 by default), so that a short page is always the last one.
 */
export const PAGE_ROWS = 500

export interface Rows<T> {
  rows: T[]
  /**
   * Number of rows that do not match the schema. The screen shows it, so that the list does not seem
   * complete.
   */
  unread: number
}

interface Page {
  data: readonly unknown[] | null
  error: unknown
}

/**
 * Reads a table page by page. Each row is parsed separately, so that one invalid row does not hide the
 * others.
 * @param page reads the rows `from` to `to`, both included, in an order that new rows do not change
 * @param most maximum number of rows to read
 * @throws Error with the service's error as its cause
 */
export async function readRows<T>(
  schema: z.ZodType<T>,
  page: (from: number, to: number) => PromiseLike<Page>,
  most = Number.POSITIVE_INFINITY,
): Promise<Rows<T>> {
  const read: Rows<T> = { rows: [], unread: 0 }
  for (let from = 0; from < most; from += PAGE_ROWS) {
    const size = Math.min(PAGE_ROWS, most - from)
    const { data, error } = await page(from, from + size - 1)
    if (error) throw new Error('The data service did not answer', { cause: error })
    for (const row of data ?? []) {
      const parsed = schema.safeParse(row)
      if (parsed.success) read.rows.push(parsed.data)
      else read.unread += 1
    }
    if ((data?.length ?? 0) < size) break
  }
  return read
}

/** Removes duplicates: a row inserted during paging shifts another row onto the next page. */
const once = <T extends { id: string }>(rows: readonly T[]): T[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

/**
 * Reads a table and then its archive, to which rows of earlier months move. A row that moves meanwhile is read once.
 * @param page reads pages of one of the tables, newest first
 * @param most maximum number of rows to read
 * @throws Error with the service's error as its cause
 */
export async function readHistory<T extends { id: string }>(
  schema: z.ZodType<T>,
  tables: readonly [table: string, archive: string],
  page: (table: string) => Parameters<typeof readRows>[1],
  most = Number.POSITIVE_INFINITY,
): Promise<Rows<T>> {
  const read: Rows<T> = { rows: [], unread: 0 }
  for (const table of tables) {
    const left = most - read.rows.length - read.unread
    if (left <= 0) break
    const { rows, unread } = await readRows(schema, page(table), left)
    read.rows.push(...rows)
    read.unread += unread
  }
  return { rows: once(read.rows), unread: read.unread }
}

/** The tables of forecasts and of parlays, each with its archive. */
export const LEG_TABLES = ['track_legs', 'archived_legs'] as const
export const PARLAY_TABLES = ['past_parlays', 'archived_parlays'] as const
