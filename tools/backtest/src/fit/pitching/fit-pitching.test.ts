import { describe, expect, it } from 'vitest'
import type { Season } from '../../read/season.ts'
import { syntheticSeason } from '../../testing/synthetic-season.ts'
import { fitPitching } from './fit-pitching.ts'

const FIRST = '2026-04-01'
const UNTIL = '2026-05-05'

const numbersOf = (value: unknown): number[] => {
  if (typeof value === 'number') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersOf) : []
}

describe('fitPitching', () => {
  const season = syntheticSeason({ days: 45, first: FIRST })
  const constants = fitPitching(season, UNTIL)

  it('returns finite constants, identical on a second fit', () => {
    expect(numbersOf(constants).every(Number.isFinite)).toBe(true)
    expect(fitPitching(season, UNTIL)).toEqual(constants)
  })

  it('ignores rows after its last day', () => {
    const shifted: Season = {
      ...season,
      pitching: season.pitching.map((row) => (row.date > UNTIL ? { ...row, strikeOuts: 20, outs: 27 } : row)),
      batting: season.batting.map((row) => (row.date > UNTIL ? { ...row, hits: row.hits + 2 } : row)),
    }
    expect(fitPitching(shifted, UNTIL)).toEqual(constants)
  })

  it('throws when no game was started in its range', () => {
    expect(() => fitPitching(season, '2026-03-01')).toThrow('started')
  })
})
