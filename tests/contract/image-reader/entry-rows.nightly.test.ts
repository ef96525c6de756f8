import { createReader, type Reader } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EntryCase, LAYOUTS, type Layout, readEntry, THEMES, type Theme } from './entry-cards.ts'

const PATTERNS = ['xxo', 'oxo', 'oox', 'xxx', 'oxoxox']

/** Every layout with unknown markets at each place, in every theme in turn. */
const CASES = Object.keys(LAYOUTS).flatMap((layout, at) =>
  PATTERNS.map((pattern, index): EntryCase => {
    const themes = Object.keys(THEMES)
    const theme = themes[(at + index) % themes.length] as Theme
    return { layout: layout as Layout, theme, pattern, seed: 5 * at + index }
  }),
)

/** Share of rows with every field right. No row may take a field of another. */
const RIGHT_SHARE = 0.95

describe('N5 the rows of entries', () => {
  let reader: Reader
  beforeAll(async () => {
    reader = await createReader()
  })
  afterAll(() => reader.close())

  it('N5 G04 G05 keep the market, line, side and opponent of their player in every layout', async () => {
    let rows = 0
    let right = 0
    for (const entry of CASES) {
      const entries = await readEntry(reader, entry)
      // Cards side by side are ordered by their tops, which a wrapped market can move.
      const [read, expected] = [entries.read, entries.expected].map((list) =>
        list.toSorted((a, b) => a.name.localeCompare(b.name)),
      ) as [typeof entries.read, typeof entries.expected]
      expect(
        read.map(({ name, line, market }) => [name, line, market]),
        JSON.stringify(entry),
      ).toEqual(expected.map(({ name, line, market }) => [name, line, market]))
      for (const { opponent, team } of read) if (opponent !== null) expect(opponent).not.toBe(team)
      // A side that is not certain is asked, also where the text of a button cannot be read.
      const sideIsWrong = entries.read.map(
        ({ name, side }) => side !== expected.find((row) => row.name === name)?.side,
      )
      expect(
        sideIsWrong.filter((isWrong, row) => isWrong && !entries.asksSide[row]),
        JSON.stringify(entry),
      ).toEqual([])
      rows += expected.length
      right += expected.filter((row, index) => JSON.stringify(row) === JSON.stringify(read[index])).length
    }
    expect(right / rows).toBeGreaterThanOrEqual(RIGHT_SHARE)
  })
})
