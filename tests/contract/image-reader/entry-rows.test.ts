import { createReader, type Reader } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from '../../support/rounds.ts'
import { type EntryCase, readEntry } from './entry-cards.ts'

const CASES: readonly EntryCase[] = [
  { layout: 'list', theme: 'dark', pattern: 'xxo', seed: 0 },
  // White text on bright buttons of a dark card.
  { layout: 'columns', theme: 'rose', pattern: 'oo', seed: 3 },
  { layout: 'columns', theme: 'violet', pattern: 'oxo', seed: 5 },
  { layout: 'slip', theme: 'dark', pattern: 'oox', seed: 10 },
  { layout: 'headlines', theme: 'light', pattern: 'xxo', seed: 12 },
  { layout: 'scores', theme: 'dim', pattern: 'oxo', seed: 17 },
  { layout: 'slip', theme: 'yellow', pattern: 'ooo', seed: 0 },
  { layout: 'columns', theme: 'cyan', pattern: 'oo', seed: 3 },
  { layout: 'slip', theme: 'pink', pattern: 'ooo', seed: 0 },
]

describe('N5 the rows of an entry', () => {
  let reader: Reader
  beforeAll(async () => {
    reader = await createReader()
  })
  afterAll(() => reader.close())

  it.each(sweep(2, CASES))(
    'N5 G04 G05 keep the market, line, side and opponent of their player ($layout, $pattern)',
    async (entry) => {
      const { read, expected, offered, places } = await readEntry(reader, entry)
      expect(read).toEqual(expected)
      expect(offered).toBe(entry.pattern.replaceAll('x', '').length)
      if (entry.layout === 'headlines') expect(places).toEqual(expected.map(() => null))
    },
    60_000,
  )

  it.each(sweep(1, ['white', 'black'] as const))(
    'N5 ask for the side if the text of the selected button cannot be read (%s)',
    async (theme) => {
      for (const seed of sweep(1, [0, 1])) {
        const entry = await readEntry(reader, { layout: 'columns', theme, pattern: 'oooo', seed })
        expect(entry.read).toHaveLength(4)
        const wrong = entry.read.map(({ side }, row) => side !== entry.expected[row]?.side)
        expect(wrong).toContain(true)
        expect(wrong.filter((isWrong, row) => isWrong && !entry.asksSide[row])).toEqual([])
      }
    },
    60_000,
  )
})
