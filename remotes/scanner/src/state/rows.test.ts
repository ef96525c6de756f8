import { decimalOdds, priceBreakEven, removeVig } from '@propsight/shared/domain/odds'
import { describe, expect, it } from 'vitest'
import { aBoard, aChance, aProp, aQuote, minutesAgo, NOW, rowOptions } from '../testing/board-fixture.ts'
import { betValue, createRowReader, type RowOptions } from './rows.ts'

const STALE = { confirmedAt: minutesAgo(31) }

function rowOf(more: Parameters<typeof aProp>[1] = {}, options: Partial<RowOptions> = {}) {
  const [row] = createRowReader()(aBoard([aProp('p', more)]), rowOptions(options))
  if (!row) throw new Error('no row')
  return row
}
const overOf = (over: number, under: number) => removeVig([over, under].map(decimalOdds), 'shin')[0] ?? 0

describe('a row of the board', () => {
  it('has the best price of both sides, and the mean of the books without margin', () => {
    const row = rowOf()
    expect(row.line).toBe(1.5)
    expect(row.best.over).toMatchObject({ book: 'tally', american: 110, decimal: 2.1 })
    expect(row.best.under).toMatchObject({ book: 'umber', american: -115 })
    const overs = [overOf(105, -125), overOf(110, -130), overOf(-105, -115)]
    expect(row.noVigOver).toBeCloseTo(overs.reduce((sum, over) => sum + over, 0) / 3, 12)
    expect(row.spread).toBeCloseTo(Math.max(...overs) - Math.min(...overs), 12)
    expect(row.books).toBe(3)
    expect(row.values).toEqual([])
  })

  it('uses no stale price as best or in the consensus', () => {
    const quotes = [aQuote('quill', 105, -125), aQuote('tally', 300, 200, STALE)]
    const row = rowOf({ quotes })
    expect(row.best.over?.book).toBe('quill')
    expect(row.noVigOver).toBeCloseTo(overOf(105, -125), 12)
    expect(row.stale).toBe(false)
  })

  it('marks a price far from the other books, and uses it neither as best nor in the consensus', () => {
    const near = [aQuote('quill', 105, -125), aQuote('tally', 110, -130)]
    const far = aQuote('umber', -100_000, 5_000)
    const row = rowOf({ quotes: [...near, far] })
    expect([...row.outOfLine]).toEqual([far])
    expect(row).toMatchObject({ books: 2, noVigOver: rowOf({ quotes: near }).noVigOver })
    expect(row.best.under?.book).toBe('quill')
    expect(rowOf({ quotes: [...near, far] }, { chosen: ['umber'] }).best.under).toBeNull()
  })

  it('keeps its line and computes nothing where all prices are stale', () => {
    const row = rowOf({ quotes: [aQuote('quill', 105, -125, STALE)], shown: aChance(0.5) })
    expect(row).toMatchObject({ line: 1.5, stale: true, noVigOver: null, values: [] })
    expect(row.best).toEqual({ over: null, under: null })
  })

  it('takes best prices of the chosen books only, and the consensus of all', () => {
    const all = rowOf()
    const row = rowOf({}, { chosen: ['quill'] })
    expect([row.best.over?.book, row.best.under?.book]).toEqual(['quill', 'quill'])
    expect(row.noVigOver).toBe(all.noVigOver)
    expect(rowOf({}, { chosen: [] }).best).toEqual({ over: null, under: null })
  })

  it('values both sides at their best prices, the more valuable one first', () => {
    const { values } = rowOf({ shown: aChance(0.4) })
    expect(values.map(({ side }) => side)).toEqual(['under', 'over'])
    const [under] = values
    expect(under?.value.expected).toBeCloseTo(0.6 * decimalOdds(-115) - 1, 12)
    expect(under?.value.low).toBeCloseTo(0.55 * decimalOdds(-115) - 1, 12)
    expect(under?.breakEven).toBeCloseTo(115 / 215, 12)
  })

  it('calls nothing an edge in a market whose record does not support edges', () => {
    const [value] = rowOf({ stat: 'No such market', shown: aChance(0.9) }).values
    expect(value?.value.low).toBeGreaterThan(0)
    expect(value?.edge).toBe(false)
  })

  it('ignores a probability of another line', () => {
    expect(rowOf({ shown: aChance(0.6, { line: 2.5 }) })).toMatchObject({ shown: null, values: [] })
  })

  it('is the same object while neither prices, staleness nor choices change', () => {
    const read = createRowReader()
    const board = aBoard([aProp('p')])
    const [row] = read(board, rowOptions())
    expect(read({ ...board }, rowOptions({ now: NOW + 60_000 }))[0]).toBe(row)
    expect(read(board, rowOptions({ now: NOW + 40 * 60_000 }))[0]).not.toBe(row)
    expect(read(board, rowOptions({ removal: 'power' }))[0]).not.toBe(row)
    expect(read(board, rowOptions({ chosen: ['quill'] }))[0]).not.toBe(row)
  })
})

describe('betValue', () => {
  const chances = { win: 0.55, low: 0.5, high: 0.6, push: 0 }

  it('gives the expected profit with the interval of the chance', () => {
    const value = betValue(chances, 2)
    expect(value.expected).toBeCloseTo(0.1, 12)
    expect(value.low).toBeCloseTo(0, 12)
    expect(value.high).toBeCloseTo(0.2, 12)
  })
  it('stakes nothing while the interval contains zero', () => {
    expect(betValue(chances, 1.95).stake).toEqual({ units: 0, words: 'no edge shown' })
  })
  it('stakes a quarter of the Kelly share, at most two units', () => {
    // Kelly share of an even bet at p: 2p − 1. A quarter of 6% is 1.5 units of one percent.
    expect(betValue({ win: 0.53, low: 0.51, high: 0.55, push: 0 }, 2).stake.units).toBeCloseTo(1.5, 6)
    expect(betValue({ win: 0.7, low: 0.6, high: 0.8, push: 0 }, 2).stake.units).toBe(2)
  })
  it('breaks even at the break-even of the price, also with pushes', () => {
    for (const push of [0, 0.1]) {
      const win = priceBreakEven(1.8, push)
      expect(betValue({ win, low: win, high: win, push }, 1.8).expected).toBeCloseTo(0, 12)
    }
  })
})
