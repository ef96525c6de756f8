import { expect, it } from 'vitest'
import { recordLine } from './record-line.ts'

const read = (record: object): unknown => {
  const text = recordLine(record).toString()
  expect(text).toMatch(/^[^\n]+\n$/)
  return JSON.parse(text)
}

it('a record is one line of JSON with all of its properties', () => {
  const games = [{ date: '2026-07-15', hits: 2 }]
  for (const record of [
    { type: 'start', total: 3 },
    { name: 'Lisandro Quiñónez', games, forecastScope: ['Hits'] },
    { games },
    { games: [], forecasts: undefined },
    { games: 'none' },
  ]) {
    expect(read(record)).toEqual(JSON.parse(JSON.stringify(record)))
  }
})

it('records that share their games keep their own other properties', () => {
  const games = [{ hits: 1 }]
  expect(read({ market: 'Hits', games })).toEqual({ market: 'Hits', games })
  expect(read({ market: 'Runs', games })).toEqual({ market: 'Runs', games })
  expect(read({ market: 'Runs', games: [{ hits: 2 }] })).toEqual({ market: 'Runs', games: [{ hits: 2 }] })
})
