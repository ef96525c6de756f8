import { describe, expect, it } from 'vitest'
import { createRowReader } from '../../state/rows.ts'
import { aBoard, aChance, aProp, rowOptions } from '../../testing/board-fixture.ts'
import { boardCsv } from './board-csv.ts'

const columns = (line: string | undefined) => line?.split(',') ?? []

describe('boardCsv', () => {
  const rows = createRowReader()(
    aBoard([aProp('a', { shown: aChance(0.55) }), aProp('b', { player: '=HYPERLINK("x")', shown: null })]),
    rowOptions(),
  )
  const [head, first, second] = boardCsv(rows, {
    removal: 'shin',
    bookTitle: (book) => `Book ${book}`,
  }).split('\r\n')
  const cell = (label: string, line = first) => columns(line)[columns(head).indexOf(label)]

  it('has prices with their books, the consensus and the value of the better side', () => {
    expect(cell('Best over')).toBe('110')
    expect(cell('Best over book')).toBe('Book tally')
    expect(cell('Best under')).toBe('-115')
    expect(cell('No-vig over % (shin)')).toMatch(/^4\d\.\d+$/)
    expect(cell('Side')).toBe('over')
    expect(cell('Expected value %')).toBe('15.5')
    expect(cell('Break-even %')).toBe('47.62')
    expect(cell('Edge')).toBe('no edge shown')
    expect(cell('Stake units')).toBe('')
  })

  it('has empty cells without a probability, and no formula', () => {
    expect(second).toMatch(/^"?'=HYPERLINK/)
    expect(second).toMatch(/,{8}$/)
  })
})
