import { describe, expect, it } from 'vitest'
import type { Season } from '../../read/season.ts'
import { joinSeasons } from '../../run/run-fit.ts'
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

  it('widens outings after longer starts only if those of an earlier season differed more', () => {
    const { leagueOuts } = constants.width
    /** The season with an earlier one whose starts are 1.5 outs longer and differ `factor` times as much. */
    const fitAfter = (factor: number) => {
      const earlier = syntheticSeason({ days: 45, first: '2022-04-01', seed: 2 })
      const pitching = earlier.pitching.map((row) => {
        const outs = Math.round(leagueOuts + 1.5 + factor * (row.outs - leagueOuts))
        return { ...row, outs: Math.min(27, Math.max(0, outs)) }
      })
      const seasons = [{ ...earlier, pitching }, season].map((rows) => ({ folder: 'synthetic', rows }))
      return fitPitching(joinSeasons(seasons), UNTIL).width
    }
    expect(fitAfter(1.5).perOut).toBeGreaterThan(0.002)
    expect(fitAfter(0.5)).toEqual({ leagueOuts, perOut: 0 })
  })
})
