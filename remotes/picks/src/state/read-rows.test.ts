import * as z from '@propsight/shared/schema'
import { describe, expect, it } from 'vitest'
import { PAGE_ROWS, readRows } from './read-rows.ts'

const schema = z.object({ id: z.number() })
const table = (rows: readonly unknown[]) => {
  const ranges: [number, number][] = []
  return {
    ranges,
    page: async (from: number, to: number) => {
      ranges.push([from, to])
      return { data: rows.slice(from, to + 1), error: null }
    },
  }
}
const numbered = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))

describe('readRows', () => {
  it('reads page by page to the last row', async () => {
    const { page, ranges } = table(numbered(2 * PAGE_ROWS + 1))
    const { rows } = await readRows(schema, page)
    expect(PAGE_ROWS).toBeLessThanOrEqual(1_000)
    expect(rows.map(({ id }) => id)).toEqual(numbered(2 * PAGE_ROWS + 1).map(({ id }) => id))
    expect(ranges).toHaveLength(3)
  })

  it('counts rows that do not match the schema', async () => {
    const { page } = table([{ id: 1 }, { id: 'two' }, null])
    expect(await readRows(schema, page)).toEqual({ rows: [{ id: 1 }], unread: 2 })
  })

  it('stops at the given limit', async () => {
    const { page } = table(numbered(3_000))
    expect((await readRows(schema, page, 700)).rows).toHaveLength(700)
  })

  it('rejects with the cause of a failed read', async () => {
    const cause = { message: 'down' }
    await expect(readRows(schema, async () => ({ data: null, error: cause }))).rejects.toMatchObject({
      cause,
    })
  })
})
