import type { ExtractedRow } from '@propsight/shared/contracts'
import { expect, it } from 'vitest'
import { compareReadings } from '../extract-stats.ts'
import { readRow } from '../testing/read-row.ts'
import { type ModelCard, toExtractedRow } from './read-by-model.ts'

const WHOLE = { x: 0, y: 0, width: 1, height: 1 }
const byModel = (changes: Partial<ExtractedRow> = {}): ExtractedRow => {
  const { nameReadings: _, game: __, ...row } = readRow({ box: WHOLE, ...changes })
  return row
}
const card: ModelCard = {
  name: 'Ian Happ',
  team: 'CHC',
  position: 'OF',
  line: 1.5,
  side: 'More',
  statType: 'Total Bases',
  opponent: 'MIL',
  homeAway: 'HOME',
  gameTime: 'Fri 7:10 PM',
  oddsType: null,
}

it('N5: a row on which both readings agree has no doubts and keeps the box of the local reader', () => {
  const doubted = readRow({ doubts: [{ field: 'team', reason: 'Hard to read.' }] })
  expect(compareReadings([byModel()], [doubted])).toEqual([
    readRow({ nameReadings: ['Ian Happ', 'Ian Happ'] }),
  ])
})

it('N5: a field on which the readings differ is doubted with the value of the second reading', () => {
  const own = readRow({
    name: 'Ian Hopp',
    team: 'CHI',
    stats: '7.5 Less Total Bases',
    line: 7.5,
    side: 'UNDER',
    opponent: null,
    gameTime: 'Fri 7:70 PM',
  })
  const [row] = compareReadings([byModel()], [own])
  expect(row).toMatchObject({
    name: 'Ian Happ',
    nameReadings: ['Ian Happ', 'Ian Hopp'],
    line: 1.5,
    box: own.box,
  })
  expect(row?.doubts).toEqual([
    { field: 'name', reason: "The second reading says 'Ian Hopp'." },
    { field: 'team', reason: "The second reading says 'CHI'." },
    {
      field: 'stats',
      reason: "The second reading says '7.5'.; The second reading says 'Less'.",
      parts: [
        { field: 'line', reason: "The second reading says '7.5'." },
        { field: 'side', reason: "The second reading says 'Less'." },
      ],
    },
    { field: 'opponent', reason: 'The second reading found none.' },
    { field: 'gameTime', reason: "The second reading says 'Fri 7:70 PM'." },
  ])
})

it('N5: a player that only one reading found is kept and doubted', () => {
  const rows = compareReadings([byModel({ name: 'Made Up' })], [readRow()])
  const alone = 'Only one of two readings found this player.'
  const parts = (['statType', 'line', 'side'] as const).map((field) => ({ field, reason: alone }))
  expect(rows.map(({ name, nameReadings, doubts }) => [name, nameReadings, doubts])).toEqual([
    [
      'Made Up',
      [],
      [
        { field: 'name', reason: alone },
        { field: 'stats', reason: alone, parts },
      ],
    ],
    ['Ian Happ', [], [{ field: 'name', reason: alone }]],
  ])
})

it('N5: two lines of one player are compared with their own rows', () => {
  const hits = { stats: '0.5 More Hits', line: 0.5, statType: 'Hits' }
  const rows = compareReadings([byModel(), byModel(hits)], [readRow(hits), readRow()])
  expect(rows.map(({ statType, doubts }) => [statType, doubts])).toEqual([
    ['Total Bases', []],
    ['Hits', []],
  ])
})

it('N5: a card of the model becomes one valid row or none', () => {
  expect(toExtractedRow(card)).toEqual(byModel())
  expect(toExtractedRow({ ...card, statType: 'H+R+RBI' })?.statType).toBe('Hits+Runs+RBIs')
  expect(toExtractedRow({ ...card, line: 1.3 })).toMatchObject({ line: null, stats: '' })
  expect(toExtractedRow({ ...card, line: -1 })).toMatchObject({ line: null, stats: '' })
  const notSeen = 'Not seen in the picture'
  expect(toExtractedRow({ ...card, side: null })).toMatchObject({
    line: 1.5,
    stats: '',
    side: null,
    doubts: [{ field: 'stats', reason: notSeen, parts: [{ field: 'side', reason: notSeen }] }],
  })
  expect(toExtractedRow({ ...card, name: ' \u0000\u202e ' })).toBeNull()
  expect(toExtractedRow({ ...card, name: 'x'.repeat(500) })?.name).toHaveLength(80)
})
