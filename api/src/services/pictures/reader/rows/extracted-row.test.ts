import { describe, expect, it } from 'vitest'
import type { TextLine } from '../text-line.ts'
import { extractedRow } from './extracted-row.ts'
import type { CardRow } from './parsed-field.ts'

const picture = { data: new Uint8Array(), width: 100, height: 100 }
const box = { x0: 10, y0: 20, x1: 90, y1: 60 }
const textLine: TextLine = {
  words: [],
  box,
  capitalHeight: 10,
  backgroundColour: [0, 0, 0],
  textColour: [255, 255, 255],
  points: [],
}
const found = { sure: true, confidence: 95, box, textLine }
const cardRow = (changes: Partial<CardRow> = {}): CardRow => ({
  box,
  uncertain: false,
  stat: { kind: 'stat', value: 'Hits', offered: true, ...found },
  number: { kind: 'number', value: 1.5, ...found },
  side: { kind: 'side', value: 'Less', ...found },
  sideChosen: true,
  team: { kind: 'team', value: { team: 'SEA', position: 'LF', positionSure: true }, ...found },
  opponent: null,
  game: null,
  time: null,
  name: { kind: 'name', value: 'Mateo Villareal', ...found },
  odds: null,
  ...changes,
})
const doubtsOf = (changes: Partial<CardRow>) =>
  extractedRow([cardRow(changes), cardRow(changes)], picture)?.doubts

describe('N5 the doubts of a row', () => {
  it('N5 are absent when both passes agree', () => {
    expect(doubtsOf({})).toEqual([])
  })

  it.each<[field: string, changes: Partial<CardRow>, reason: string]>([
    ['side', { side: null }, 'Not seen in the picture'],
    ['side', { sideChosen: false }, 'Not clear whether More or Less is chosen'],
    ['side', { odds: { kind: 'odds', value: 'goblin', ...found } }, 'A goblin takes More only'],
    ['line', { number: null }, 'Not seen in the picture'],
    ['line', { number: { kind: 'number', value: 15, ...found } }, '15 is an unusual line for Hits'],
    [
      'statType',
      { stat: { kind: 'stat', value: 'Hits', offered: true, ...found, sure: false } },
      'Hard to read',
    ],
  ])('N5 name the %s, and no other part of the stats', (field, changes, reason) => {
    expect(doubtsOf(changes)).toEqual([{ field: 'stats', reason, parts: [{ field, reason }] }])
  })

  it('N5 keep the side of a row whose line was not seen', () => {
    const row = extractedRow([cardRow({ number: null }), cardRow({ number: null })], picture)
    expect(row).toMatchObject({ stats: '', line: null, side: 'UNDER', statType: 'Hits' })
  })

  it('N5 prevent a match of the name when the row may have the name of its neighbour', () => {
    const row = (uncertain: boolean) => extractedRow([cardRow({ uncertain }), cardRow()], picture)
    expect(row(false)?.nameReadings).toEqual(['Mateo Villareal', 'Mateo Villareal'])
    expect(row(true)?.nameReadings).toEqual([])
  })
})
