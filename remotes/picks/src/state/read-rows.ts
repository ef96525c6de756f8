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
