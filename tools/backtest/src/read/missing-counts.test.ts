import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_TOTALS } from '@propsight/shared/domain/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeRows, joinSeasons } from '../run/run-fit.ts'
import { collectCases } from '../score/cases.ts'
import { MARKETS } from '../score/markets.ts'
import { scoreCases } from '../score/score.ts'
import { writeSeason } from '../testing/season-folders.ts'
import { syntheticSeason } from '../testing/synthetic-season.ts'
import { readSeason } from './read-season.ts'
import { addRows } from './season.ts'

const home = mkdtempSync(join(tmpdir(), 'propsight-missing-'))
afterAll(() => rmSync(home, { recursive: true }))

const season = syntheticSeason({ days: 40 })
let folders = 0

type Table = string[][]

/** Writes the season, with one file changed cell by cell. */
function written(file: string, change: (table: Table, column: (name: string) => number) => void): string {
  const dir = join(home, String(folders++))
  writeSeason(dir, season)
  const path = join(dir, file)
  const table = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))
  change(table, (name) => table[0]?.indexOf(name) ?? -1)
  writeFileSync(path, `${table.map((cells) => cells.join(',')).join('\n')}\n`)
  return dir
}

const blankIn = (file: string, name: string, isBlank: (line: number) => boolean = () => true) =>
  written(file, (table, column) => {
    const at = column(name)
    for (const [line, cells] of table.entries()) if (line > 0 && isBlank(line)) cells[at] = ''
  })
const withoutColumn = (file: string, name: string) =>
  written(file, (table, column) => {
    const at = column(name)
    for (const cells of table) cells.splice(at, 1)
  })

const casesOf = (dir: string) => collectCases(readSeason(dir).season, { from: '2021-05-09' })
/** The cases of the complete season. */
let complete: ReturnType<typeof casesOf>
beforeAll(() => {
  complete = casesOf(written('batting.csv', () => undefined))
})
const RUN_MARKETS = ['R 0.5', 'H+R+RBI 1.5']

describe('a season without runs', () => {
  it.each([
    ['a blank column', () => blankIn('batting.csv', 'R'), 'batting.csv: column R is blank'],
    ['a missing column', () => withoutColumn('batting.csv', 'R'), 'batting.csv: has no column R'],
  ])('is read with unknown runs for %s, which is reported once', (_what, folder, message) => {
    const { season: read, blanks, skipped } = readSeason(folder())
    expect(blanks).toEqual([message])
    expect(skipped).toEqual([])
    expect(new Set(read.batting.map(({ runs }) => runs))).toEqual(new Set([null]))
  })

  it('gets the runs of clubs and of the league from the pitching lines', () => {
    const { runs } = addRows(NO_TOTALS, season.batting)
    expect(runs).toBeGreaterThan(500)
    const read = readSeason(blankIn('batting.csv', 'R')).season
    expect(addRows(NO_TOTALS, read.batting).runs).toBeCloseTo(runs ?? 0, 6)
  })

  it('gets the runs of clubs from the scores where the pitching lines lack them', () => {
    const dir = blankIn('batting.csv', 'R')
    const pitching = join(dir, 'pitching.csv')
    writeFileSync(pitching, readFileSync(pitching, 'utf8').replace(',R,', ',unknown,'))
    const none = readSeason(dir)
    expect(none.blanks).toEqual(['batting.csv: column R is blank', 'pitching.csv: has no column R'])
    expect(addRows(NO_TOTALS, none.season.batting).runs).toBeNull()
    const games = join(dir, 'games.csv')
    const [header, ...lines] = readFileSync(games, 'utf8').trimEnd().split('\n')
    writeFileSync(
      games,
      [`${header},homeScore,awayScore`, ...lines.map((line) => `${line},3,4`), ''].join('\n'),
    )
    expect(addRows(NO_TOTALS, readSeason(dir).season.batting).runs).toBeCloseTo(7 * season.games.length, 6)
  })

  it('leaves out the markets that need runs, and no others', () => {
    const cases = casesOf(blankIn('batting.csv', 'R'))
    expect(cases.leftOut).toEqual(RUN_MARKETS)
    expect(cases.refused).toBe(0)
    const { markets, months, pooled } = scoreCases(cases)
    const judged = MARKETS.map(({ name }) => name).filter((name) => !RUN_MARKETS.includes(name))
    expect(markets.map(({ market }) => market)).toEqual([...judged, ...judged])
    expect(months[0]?.bias).toHaveLength(judged.length)
    expect(pooled.every(({ gain }) => Number.isFinite(gain))).toBe(true)
    for (const { brier, n } of markets) {
      expect(n).toBe(cases.batters.length)
      expect(Object.values(brier).every(Number.isFinite)).toBe(true)
    }
  })

  it.each([
    ['known from the pitching lines', () => blankIn('batting.csv', 'R'), 1e-9],
    [
      'unknown everywhere',
      () => {
        const dir = blankIn('batting.csv', 'R')
        const pitching = join(dir, 'pitching.csv')
        writeFileSync(pitching, readFileSync(pitching, 'utf8').replace(',R,', ',unknown,'))
        return dir
      },
      // Only the runs of the club, a weak feature of the playing time, are left out.
      0.01,
    ],
  ])('has the forecasts of hits of the complete season where runs are %s', (_what, folder, tolerance) => {
    const expected = complete.batters
    const actual = casesOf(folder()).batters
    expect(expected.length).toBeGreaterThan(100)
    expect(actual).toHaveLength(expected.length)
    for (const [at, each] of expected.entries())
      for (const market of [0, 1, 2, 3])
        for (const lineup of ['known', 'unknown'] as const) {
          const difference = (actual[at]?.[lineup][market] ?? 0) - (each[lineup][market] ?? 0)
          expect(Math.abs(difference)).toBeLessThan(tolerance)
        }
  })
})

describe('blank cells', () => {
  const gameLines = (line: number) => line <= 9

  it('of one game are unknown there only, and keep all markets', () => {
    const dir = blankIn('batting.csv', 'RBI', gameLines)
    const { season: read, blanks } = readSeason(dir)
    expect(blanks).toEqual([`batting.csv: column RBI is blank in 9 of ${season.batting.length} lines`])
    expect(read.batting.filter(({ rbi }) => rbi === null)).toHaveLength(9)
    const { leftOut, refused, batters } = casesOf(dir)
    expect([leftOut, refused]).toEqual([[], 0])
    const expected = complete.batters
    for (const [at, { known }] of batters.entries())
      for (const [market, chance] of known.entries())
        expect(Math.abs(chance - (expected[at]?.known[market] ?? 0))).toBeLessThan(0.03)
  })

  it('of a count that every line needs make the line unreadable', () => {
    const { skipped, season: read } = readSeason(blankIn('batting.csv', 'H', (line) => line === 4))
    expect(skipped).toEqual(["batting.csv, line 5, column H: '' is not a count"])
    expect(read.batting).toHaveLength(season.batting.length - 1)
  })

  it('of the place in the order are a batter without a place', () => {
    const read = readSeason(blankIn('batting.csv', 'order', (line) => line === 4))
    expect(read.blanks).toEqual([])
    expect(read.season.batting.filter(({ slot }) => slot === null)).toHaveLength(1)
  })

  it('of hit by pitch leave the forecasts of hits nearly unchanged', () => {
    const expected = complete.batters
    const { batters, leftOut } = casesOf(blankIn('batting.csv', 'HBP'))
    expect(leftOut).toEqual([])
    for (const [at, { known }] of batters.entries())
      expect(Math.abs((known[0] ?? 0) - (expected[at]?.known[0] ?? 0))).toBeLessThan(0.02)
  })
})

describe('the fit', () => {
  it('drops rows that lack a count, and refuses a season in which all rows lack it', () => {
    const some = readSeason(blankIn('batting.csv', 'HBP', (line) => line === 4)).season
    expect(completeRows(some, 'here').batting).toHaveLength(season.batting.length - 1)
    const none = readSeason(blankIn('batting.csv', 'HBP')).season
    expect(() => completeRows(none, 'here')).toThrow('here: cannot be fitted without hitByPitch')
    const noEarnedRuns = readSeason(withoutColumn('pitching.csv', 'ER')).season
    expect(() => completeRows(noEarnedRuns, 'here')).toThrow('here: cannot be fitted without earnedRuns')
  })

  it('joins seasons in order of time if one of them has runs', () => {
    const none = readSeason(blankIn('batting.csv', 'R')).season
    const later = syntheticSeason({ days: 3, first: '2022-04-01' })
    const joined = joinSeasons([
      { folder: 'later', rows: later },
      { folder: 'none', rows: none },
    ])
    expect(joined.games.map(({ date }) => date)).toEqual(joined.games.map(({ date }) => date).toSorted())
    expect(joined.batting).toHaveLength(none.batting.length + later.batting.length)
    expect(joined.earlier?.map(({ year }) => year)).toEqual([2021, 2022])
    const here = { folder: 'here', rows: none }
    expect(() => joinSeasons([here])).toThrow('here: cannot be fitted without runs')
    expect(() => joinSeasons([here, here])).toThrow('--season names a season twice')
  })
})
