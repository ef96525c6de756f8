import type { PriceChange } from '@propsight/shared/contracts'
import { decimalOdds, removeVig } from '@propsight/shared/domain/odds'
import { describe, expect, it } from 'vitest'
import { axisOf, pointAt, readHistory, spreadLabels, stretches } from './history-option.ts'
import { linesOf } from './history-panel.tsx'

const at = (minute: number) => Date.UTC(2026, 6, 18, 18, minute)
const change = (
  minute: number,
  book: string,
  over: number | null,
  under: number | null,
  line = 1.5,
): PriceChange => ({
  at: new Date(at(minute)).toISOString(),
  book,
  line,
  over,
  under,
})
const overOf = (over: number, under: number) => removeVig([over, under].map(decimalOdds), 'shin')[0] ?? 0

const CHANGES = [
  change(0, 'quill', 100, -120),
  change(0, 'tally', 110, -130),
  change(5, 'umber', -110, -110, 2.5),
  change(10, 'quill', 120, -140),
  change(20, 'tally', null, null),
  change(30, 'quill', 130, null),
]

describe('readHistory', () => {
  it('has a point per change of each book, at the break-even of the price', () => {
    const { books } = readHistory(CHANGES, 1.5, 'over', 'shin')
    expect(books.map(({ book }) => book)).toEqual(['quill', 'tally'])
    expect(books[0]?.points).toEqual([
      { at: at(0), american: 100, chance: 0.5 },
      { at: at(10), american: 120, chance: expect.closeTo(100 / 220, 12) },
      { at: at(30), american: 130, chance: expect.closeTo(100 / 230, 12) },
    ])
    expect(books[1]?.points.at(-1)).toEqual({ at: at(20), american: null, chance: null })
  })

  it('averages the books that offer both sides at each time, without their margins', () => {
    const { consensus } = readHistory(CHANGES, 1.5, 'over', 'shin')
    expect(consensus.map((point) => point.at)).toEqual([at(0), at(10), at(20), at(30)])
    expect(consensus[0]?.chance).toBeCloseTo((overOf(100, -120) + overOf(110, -130)) / 2, 12)
    expect(consensus[1]?.chance).toBeCloseTo((overOf(120, -140) + overOf(110, -130)) / 2, 12)
    expect(consensus[2]?.chance).toBeCloseTo(overOf(120, -140), 12)
    expect(consensus[3]?.chance).toBeNull()
    const { consensus: under } = readHistory(CHANGES, 1.5, 'under', 'shin')
    expect(under[0]?.chance).toBeCloseTo(1 - (consensus[0]?.chance ?? 0), 12)
  })

  it('marks a price that was out of line, and leaves it out of the consensus while it stands', () => {
    const far = change(10, 'umber', 900, -2500)
    const changes = [
      change(0, 'quill', 100, -120),
      change(0, 'tally', 110, -130),
      change(0, 'umber', 105, -125),
      far,
      change(20, 'umber', 105, -125),
    ]
    const { consensus, outOfLine } = readHistory(changes, 1.5, 'over', 'shin')
    expect([...outOfLine]).toEqual([far])
    const all = (overOf(100, -120) + overOf(110, -130) + overOf(105, -125)) / 3
    expect(consensus.map(({ chance }) => chance)).toEqual([
      expect.closeTo(all, 12),
      expect.closeTo((overOf(100, -120) + overOf(110, -130)) / 2, 12),
      expect.closeTo(all, 12),
    ])
  })

  it('lists lines by their number of changes', () => {
    expect(linesOf(CHANGES)).toEqual([1.5, 2.5])
  })
})

describe('the drawing', () => {
  const points = [
    { at: 1, chance: 0.5 },
    { at: 3, chance: null },
    { at: 5, chance: 0.6 },
  ]
  it('has steps that end where a price was taken down', () => {
    expect(stretches(points, 9)).toEqual([
      [
        [1, 0.5],
        [3, 0.5],
      ],
      [
        [5, 0.6],
        [9, 0.6],
      ],
    ])
  })
  it('knows the price at a time', () => {
    expect(pointAt(points, 0)).toBeNull()
    expect(pointAt(points, 4)).toEqual({ at: 3, chance: null })
    expect(pointAt(points, 9)).toEqual({ at: 5, chance: 0.6 })
  })
  it('moves labels apart and keeps them inside', () => {
    const placed = spreadLabels([0, 2, 4, 99], 0, 100)
    expect(placed).toEqual([0, 14, 28, 99])
    expect(spreadLabels([95, 98, 100], 0, 100)).toEqual([72, 86, 100])
  })
  it('has an axis in whole steps around all values', () => {
    expect(axisOf([51.2, 54.9])).toEqual({ min: 51, max: 55, interval: 1 })
    expect(axisOf([12, 58])).toEqual({ min: 0, max: 60, interval: 20 })
    expect(axisOf([50])).toEqual({ min: 50, max: 51, interval: 1 })
  })
})
