import { describe, expect, it } from 'vitest'
import type { BattingRow } from '../read/season.ts'
import { syntheticSeason } from '../testing/synthetic-season.ts'
import { fitParks, PARK_MODEL, parkEstimate } from './fit-parks.ts'

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
const homeRuns = (park: string, strength: number, perThousandFeet = 0, games = rows) =>
  parkEstimate(games, { ...PARK_MODEL, homeRun: { strength, perThousandFeet } })(park).homeRun

describe('parkEstimate', () => {
  it('compares a park with the same clubs in other parks', () => {
    // 100 in 2,000 here and 80 in 2,000 elsewhere, and vice versa.
    expect(homeRuns('PA', 0)).toBeCloseTo(100 / 80, 10)
    expect(homeRuns('PB', 0)).toBeCloseTo(80 / 100, 10)
  })

  it('shrinks toward an average park', () => {
    // League rate 180 in 4,000. Elsewhere (80 + 45) / 3,000, times 2,000 expected here; plus 45 on both
    // sides.
    const expected = (100 + 45) / ((2000 * 125) / 3000 + 45)
    expect(homeRuns('PA', 1000)).toBeCloseTo(expected, 10)
    expect(homeRuns('PA', 1e12)).toBeCloseTo(1, 6)
  })

  it('expects more home runs at altitude, and returns 1 for an unknown park', () => {
    expect(homeRuns('DEN02', 1500, 0.05)).toBeCloseTo(Math.exp(0.05 * 5.19), 10)
    expect(homeRuns('nowhere', 1500, 0.05)).toBe(1)
  })

  it('has factors of 1 before the first game', () => {
    expect(Object.values(parkEstimate([])('BOS07'))).toEqual([1, 1, 1, 1, 1, 1])
  })
})

describe('fitParks', () => {
  const past = (year: number) => ({
    year,
    rows: syntheticSeason({ days: 4, first: `${year}-04-01`, seed: year }),
  })
  const tables = (years: readonly number[]) => fitParks({ ...past(2021).rows, earlier: years.map(past) })

  it('has tables of seasons with earlier games, and of the season after the last', () => {
    expect(Object.keys(tables([2016, 2017]))).toEqual(['0000-00-00', '2017-01-01', '2018-01-01'])
  })

  it('has a table of the second half of a season', () => {
    const summer = { year: 2016, rows: syntheticSeason({ days: 4, first: '2016-06-29' }) }
    const made = fitParks({ ...summer.rows, earlier: [summer] })
    expect(Object.keys(made)).toEqual(['0000-00-00', '2016-07-01', '2017-01-01'])
    expect(made['2016-07-01']).not.toEqual(made['2017-01-01'])
  })

  it('never uses a game of the day of a table or later', () => {
    const before = tables([2016, 2017])
    const after = tables([2016, 2017, 2018])
    expect(after['2018-01-01']).toEqual(before['2018-01-01'])
    expect(after['2019-01-01']).not.toEqual(before['2018-01-01'])
  })

  it('knows before all games what the elevation of the parks tells', () => {
    // Coors Field.
    expect(tables([2016])['0000-00-00']?.[19]?.[0]).toBeCloseTo(Math.exp(0.042 * 5.19), 3)
  })
})
