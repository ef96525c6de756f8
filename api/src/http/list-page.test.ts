import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseCursor, readPage } from './list-page.ts'

const table = Array.from({ length: 7 }, (_, index) => ({ id: 7 - index }))
const page = async (limit: number, after?: string) => {
  const place = parseCursor(after, z.int())
  const rest = table.filter(({ id }) => place === null || id < place)
  return readPage(
    limit,
    async (rows) => rest.slice(0, rows),
    ({ id }) => id,
  )
}

describe('list pages', () => {
  it.each([1, 2, 3, 6, 7, 8])('of %d rows contain every row exactly once', async (limit) => {
    const seen: number[] = []
    let after: string | undefined
    do {
      const { rows, next } = await page(limit, after)
      expect(rows.length).toBeLessThanOrEqual(limit)
      seen.push(...rows.map(({ id }) => id))
      after = next ?? undefined
    } while (after !== undefined)
    expect(seen).toEqual(table.map(({ id }) => id))
  })

  it.each(['', 'nonsense', Buffer.from('"a"').toString('base64url'), '%00'])(
    'refuse the cursor %j',
    (after) => {
      expect(() => parseCursor(after, z.int())).toThrow('after: this is not where a page ended')
    },
  )

  it('refuse a cursor with text that the database cannot store', () => {
    for (const text of ['a\0', '\ud800']) {
      const after = Buffer.from(JSON.stringify(text)).toString('base64url')
      expect(() => parseCursor(after, z.string())).toThrow('after: this is not where a page ended')
    }
  })
})
