import { NO_TOTALS } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import type { BattingRow } from '../read/season.ts'
import { syntheticSeason } from '../testing/synthetic-season.ts'
import { PARK_MODEL, ParkRecord } from './park-record.ts'
import { addRows } from './totals.ts'

const { batting } = syntheticSeason({ days: 1 })
const [sample] = batting
if (!sample) throw new Error('no rows')
const row = (club: string, opponent: string, home: boolean, park: string, homeRuns: number): BattingRow => ({
  ...sample,
  club,
  opponent,
  home,
  park,
  plateAppearances: 1000,
  hits: homeRuns,
  doubles: 0,
  triples: 0,
  homeRuns,
  gameId: `${park}-${club}`,
})

/** Club A at home in its park, and away in the park of club B. */
const rows = [
  row('A', 'B', true, 'PA', 60),
  row('B', 'A', false, 'PA', 40),
  row('B', 'A', true, 'PB', 30),
  row('A', 'B', false, 'PB', 50),
]
const league = addRows(NO_TOTALS, rows)
const record = (strength: number, perThousandFeet = 0) => {
  const parks = new ParkRecord({ ...PARK_MODEL, homeRun: { strength, perThousandFeet } })
  parks.feed(rows)
  return parks
}

describe('ParkRecord', () => {
  it('compares a park with the same clubs in other parks', () => {
    // 100 in 2,000 here and 80 in 2,000 elsewhere, and vice versa.
    expect(record(0).factors('PA', league).homeRun).toBeCloseTo(100 / 80, 10)
    expect(record(0).factors('PB', league).homeRun).toBeCloseTo(80 / 100, 10)
  })

  it('shrinks toward an average park', () => {
    // League rate 180 in 4,000. Elsewhere (80 + 45) / 3,000, times 2,000 expected here; plus 45 on both
    // sides.
    const expected = (100 + 45) / ((2000 * 125) / 3000 + 45)
    expect(record(1000).factors('PA', league).homeRun).toBeCloseTo(expected, 10)
    expect(record(1e12).factors('PA', league).homeRun).toBeCloseTo(1, 6)
  })

  it('expects more home runs at altitude, and returns 1 for an unknown park', () => {
    expect(record(1500, 0.05).factors('DEN02', league).homeRun).toBeCloseTo(Math.exp(0.05 * 5.19), 10)
    expect(record(1500, 0.05).factors('nowhere', league).homeRun).toBe(1)
  })

  it('finds the home park of a club', () => {
    expect([record(0).homeOf('A'), record(0).homeOf('B'), record(0).homeOf('C')]).toEqual(['PA', 'PB', null])
    const parks = record(0)
    parks.feed([row('A', 'B', true, 'PC', 1), row('A', 'B', true, 'PC', 1)])
    expect(parks.homeOf('A')).toBe('PC')
  })

  it('uses earlier seasons for factors, but not for the home park', () => {
    const parks = new ParkRecord({ ...PARK_MODEL, homeRun: { strength: 0, perThousandFeet: 0 } })
    parks.feedEarlier(rows)
    expect(parks.factors('PA', league).homeRun).toBeCloseTo(100 / 80, 10)
    expect(parks.homeOf('A')).toBeNull()
  })

  it('has factors of 1 before the first game', () => {
    const factors = new ParkRecord(PARK_MODEL).factors('BOS07', NO_TOTALS)
    expect(Object.values(factors)).toEqual([1, 1, 1, 1, 1, 1])
  })
})
