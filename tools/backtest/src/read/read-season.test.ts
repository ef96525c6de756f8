import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePlainFixture, writeRetrosheetFixture } from '@propsight/league/replay/fixture'
import { afterAll, describe, expect, it } from 'vitest'
import { writeSeason } from '../testing/season-folders.ts'
import { syntheticSeason } from '../testing/synthetic-season.ts'
import { readSeason } from './read-season.ts'

const home = mkdtempSync(join(tmpdir(), 'propsight-read-'))
afterAll(() => rmSync(home, { recursive: true }))

const season = syntheticSeason({ days: 11 })
let folders = 0
const folder = (): string => join(home, String(folders++))
const written = (gzipped = false): string => {
  const dir = folder()
  writeSeason(dir, season, gzipped)
  return dir
}
const edit = (dir: string, file: string, change: (lines: string[]) => string[]): void => {
  const path = join(dir, file)
  writeFileSync(path, change(readFileSync(path, 'utf8').split('\n')).join('\n'))
}
const replaceIn = (dir: string, file: string, line: number, from: string | RegExp, to: string): void =>
  edit(dir, file, (lines) => lines.map((text, index) => (index === line - 1 ? text.replace(from, to) : text)))

describe('readSeason', () => {
  it('returns the rows that were written, gzipped or not', () => {
    const rows = readSeason(written())
    expect(rows.skipped).toEqual([])
    expect(rows.season.games).toEqual(
      season.games.toSorted(
        (a, b) =>
          a.date.localeCompare(b.date) ||
          Number(a.id.endsWith('1')) - Number(b.id.endsWith('1')) ||
          a.id.localeCompare(b.id),
      ),
    )
    const sorted = (list: readonly { gameId: string; playerId: string }[]) =>
      list.toSorted((a, b) => a.gameId.localeCompare(b.gameId) || a.playerId.localeCompare(b.playerId))
    expect(sorted(rows.season.batting)).toEqual(sorted(season.batting))
    expect(sorted(rows.season.pitching)).toEqual(sorted(season.pitching))
    expect(readSeason(written(true))).toEqual(rows)
  })

  it('reads the same counts from a Retrosheet release as from the plain files', () => {
    const plain = folder()
    const retrosheet = folder()
    writePlainFixture(plain)
    writeRetrosheetFixture(retrosheet)
    const a = readSeason(plain)
    const b = readSeason(retrosheet)
    expect([a.skipped, b.skipped]).toEqual([[], []])
    expect(b.season.batting).toHaveLength(a.season.batting.length)
    const counts = ({ season }: typeof a) =>
      season.batting.map(({ playerId, hits, slot, started, home, opponent }) => ({
        playerId,
        hits,
        slot,
        started,
        home,
        opponent,
      }))
    expect(counts(b)).toEqual(counts(a))
    expect(b.season.games.map(({ homeStarter }) => homeStarter?.id)).toEqual(
      a.season.games.map(({ homeStarter }) => homeStarter?.id),
    )
    // The Retrosheet fixture has no park column, so the park of a game is that of the home club.
    expect(b.season.games[0]?.park).toBe('BOS')
    expect(b.season.batting[0]?.bats).toBe('S')
  })

  it('takes the first row of a batting-order place as the starter', () => {
    const dir = written()
    edit(dir, 'batting.csv', (lines) => {
      const [header = '', first = '', ...rest] = lines
      return [
        header,
        first,
        first.replace(/bat-BOS-0,Test bat-BOS-a,\d+/, 'bat-BOS-sub,Test bat-BOS-sub,'),
        ...rest,
      ]
    })
    const { batting } = readSeason(dir).season
    expect(batting.filter(({ started }) => !started).map(({ playerId, slot }) => [playerId, slot])).toEqual([
      ['bat-BOS-sub', 1],
    ])
  })

  it('counts a repeated row once, and reports a row that contradicts it', () => {
    const dir = written()
    const { season } = readSeason(dir)
    for (const file of ['batting.csv', 'pitching.csv'])
      edit(dir, file, ([header = '', first = '', ...rest]) => [header, first, first, ...rest])
    const again = readSeason(dir)
    expect(again.season).toEqual(season)
    expect(again.skipped).toEqual([])
    replaceIn(dir, 'batting.csv', 3, /,(\d),(\d),/, ',$1,7,')
    const other = readSeason(dir)
    expect(other.season).toEqual(season)
    expect(other.skipped).toEqual([
      "batting.csv, line 3, column H: '7' contradicts line 2 about the same entry",
    ])
  })

  it('marks batters who also pitched in the game', () => {
    const dir = written()
    replaceIn(dir, 'pitching.csv', 2, /arm-BOS-0,Test arm-BOS-a,\d+/, 'bat-BOS-8,Test bat-BOS-i,')
    const pitched = readSeason(dir).season.batting.filter((row) => row.pitched)
    expect(pitched.map(({ playerId, date }) => [playerId, date])).toEqual([['bat-BOS-8', '2021-04-01']])
  })

  it.each([
    [
      'text for a count',
      'batting.csv',
      3,
      /,(\d),(\d),/,
      ',$1,many,',
      "batting.csv, line 3, column H: 'many' is not a count",
    ],
    [
      'a negative count',
      'batting.csv',
      4,
      /,(\d),(\d),/,
      ',$1,-1,',
      "batting.csv, line 4, column H: '-1' is not a count",
    ],
    ['too few cells', 'batting.csv', 5, /,[^,]*$/, '', 'batting.csv, line 5: has 22 cells, the header 23'],
    [
      'an invalid side',
      'pitching.csv',
      2,
      ',home,',
      ',here,',
      "pitching.csv, line 2, column homeAway: 'here' is none of home, away",
    ],
    [
      'an unknown game',
      'batting.csv',
      6,
      /BOS\d+/,
      'BOSnone',
      'batting.csv, line 6: there is no game BOSnone',
    ],
    [
      'a day other than that of its game',
      'batting.csv',
      7,
      '2021-04-01',
      '2021-04-02',
      'batting.csv, line 7: game BOS202104010 is of 2021-04-01, not 2021-04-02',
    ],
    [
      'an empty player',
      'batting.csv',
      8,
      /,bat-BOS-\d,/,
      ',,',
      'batting.csv, line 8, column playerId: is empty',
    ],
    [
      'more home runs than hits',
      'batting.csv',
      9,
      /(,\d),\d,\d,\d,\d,/,
      '$1,1,1,0,1,',
      'batting.csv, line 9: more extra-base hits than hits',
    ],
  ])('skips a row with %s and reports its file and line', (_what, file, line, from, to, problem) => {
    const dir = written()
    replaceIn(dir, file, line, from, to)
    const { skipped, season: read } = readSeason(dir)
    expect(skipped).toEqual([problem])
    expect(read.batting.length + read.pitching.length).toBe(
      season.batting.length + season.pitching.length - 1,
    )
  })

  it('skips a game with an invalid date and its rows, and counts a repeated game once', () => {
    const dir = written()
    edit(dir, 'games.csv', (lines) => [...lines.filter(Boolean), lines[1] ?? '', ''])
    replaceIn(dir, 'games.csv', 3, '2021-04-01', '2021-02-30')
    const { skipped } = readSeason(dir)
    expect(skipped.slice(0, 2)).toEqual([
      "games.csv, line 3, column date: '2021-02-30' is not a day such as 2019-07-15",
      'batting.csv, line 20: there is no game NYA202104010',
    ])
    expect(skipped).toHaveLength(1 + 18 + 4)
  })

  it.each([
    ['a missing folder', (dir: string) => rmSync(dir, { recursive: true }), 'no such folder'],
    [
      'a missing games.csv',
      (dir: string) => rmSync(join(dir, 'games.csv')),
      'has no games.csv or games.csv.gz',
    ],
    [
      'a missing column',
      (dir: string) => replaceIn(dir, 'batting.csv', 1, ',H,', ',HITS,'),
      'batting.csv, line 1: has no column H',
    ],
    [
      'an invalid gzip file',
      (dir: string) => renameSync(join(dir, 'batting.csv'), join(dir, 'batting.csv.gz')),
      'is not a gzip file',
    ],
    ['no games', (dir: string) => edit(dir, 'games.csv', ([header = '']) => [header]), 'has no games'],
  ])('refuses a folder with %s', (_what, spoil, message) => {
    const dir = written()
    spoil(dir)
    expect(() => readSeason(dir)).toThrow(message)
  })
})
