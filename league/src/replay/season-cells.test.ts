import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { writeRetrosheetFixture } from '../testing/replay-fixture.ts'
import {
  batterRow,
  type Cells,
  gameRow,
  type SmallSeason,
  starterRow,
  toCsv,
  writeSmallSeason,
} from '../testing/small-season.ts'
import { readSeasonFolder } from './read-folder.ts'
import { makeReplayWorld } from './replay-world.ts'
import { ReplayError } from './season-log.ts'

const root = mkdtempSync(join(tmpdir(), 'propsight-cells-'))
afterAll(() => rmSync(root, { recursive: true }))
let folders = 0
const folder = (): string => join(root, String(folders++))

const played = gameRow('2023-06-24', 'BOS', 'TOR', {
  park: 'BOS07',
  startTime: '7:10PM',
  homeScore: 2,
  awayScore: 2,
})
const coming = gameRow('2023-07-01', 'TOR', 'NYA', {
  park: 'TOR02',
  startTime: '19:07',
  homeScore: '',
  awayScore: '',
})
const season: SmallSeason = {
  games: [played, coming],
  batting: [
    batterRow(played, 'away', 'bat-one', 800_010),
    batterRow(played, 'home', 'bat-two', 800_011, { order: '' }),
  ],
  pitching: [starterRow(played, 'home', 800_020), starterRow(played, 'away', 800_021, { throws: 'L' })],
}
const DAY = '2023-07-01'
type File = keyof SmallSeason

const written = (changed: Partial<SmallSeason> = {}): string => {
  const dir = folder()
  writeSmallSeason(dir, { ...season, ...changed })
  return dir
}
/** The season with one cell changed, in the first row of a file. */
const withCell = (file: File, column: string, value: string): string =>
  written({ [file]: season[file].map((row, index) => (index === 0 ? { ...row, [column]: value } : row)) })
const errorOf = (work: () => unknown): unknown => {
  try {
    work()
    return null
  } catch (error) {
    return error
  }
}
const withGame = (change: Cells): string => written({ games: [{ ...played, ...change }, coming] })

describe('start times of a season folder', () => {
  it.each([
    ['7:10PM', '2023-06-24T23:10:00Z'],
    ['7:10 pm', '2023-06-24T23:10:00Z'],
    ['19:10', '2023-06-24T23:10:00Z'],
    ['19:10:00', '2023-06-24T23:10:00Z'],
    ['11:05AM', '2023-06-24T15:05:00Z'],
    ['12:10PM', '2023-06-24T16:10:00Z'],
    ['1:05 p.m.', '2023-06-24T17:05:00Z'],
    ['0:00PM', '2023-06-24T23:05:00Z'],
  ])('%s is read as %s', (startTime, startsAt) => {
    expect(makeReplayWorld(withGame({ startTime }), DAY).games[0]?.startsAt).toBe(startsAt)
  })

  it.each(['TBD', '25:10', '19:75', '13:10PM', '1910', 'evening', '19.10', 'null'])(
    '%s is refused with file, line and column',
    (startTime) => {
      expect(errorOf(() => makeReplayWorld(withGame({ startTime }), DAY))).toEqual(
        new ReplayError(
          `games.csv, line 2, column startTime: '${startTime}' is not a start time such as 19:10 or 7:10PM`,
        ),
      )
    },
  )

  it('are assumed for games of the day without one, which the label and a note say', () => {
    const games = [played, { ...coming, startTime: '' }]
    const { label, assumptions, games: made } = makeReplayWorld(written({ games }), DAY)
    expect(label).toMatch(/ · start times assumed$/)
    expect(assumptions).toEqual([
      expect.stringMatching(/^games.csv: no start time for 1 of 1 games of 2023-07-01/),
    ])
    expect(made[1]?.startsAt).toBe('2023-07-01T23:05:00Z')
    expect(makeReplayWorld(written(), DAY).label).not.toContain('assumed')
  })
})

describe('cells of a season folder', () => {
  /** Texts that spreadsheets, data frames and typing errors leave in cells. */
  const ODD = [
    '',
    'TBD',
    'many',
    '-1',
    '1e3',
    '4.5',
    '1000',
    'NaN',
    'None',
    '#REF!',
    '2023-02-30',
    '?',
    '1234567890',
    '“4”',
  ]

  it('are read or refused with file and line, for every odd text in every column', () => {
    const unnamed: string[] = []
    for (const file of ['games', 'batting', 'pitching'] as const)
      for (const column of Object.keys(season[file][0] ?? {}))
        for (const odd of ODD) {
          const error = errorOf(() => makeReplayWorld(withCell(file, column, odd), DAY))
          const named =
            error instanceof ReplayError && /^(games|batting|pitching)\.csv, line \d/.test(error.message)
          if (error !== null && !named) unnamed.push(`${file} ${column} '${odd}': ${error}`)
        }
    expect(unnamed).toEqual([])
  })

  it('of Retrosheet files are read or refused with file and line, for every odd text in every column', () => {
    const dir = folder()
    writeRetrosheetFixture(dir)
    const unnamed: string[] = []
    for (const name of ['batting', 'pitching', 'gameinfo', 'allplayers']) {
      const path = join(dir, `2022${name}.csv`)
      const text = readFileSync(path, 'utf8')
      const [header = '', first = '', ...rest] = text.split('\n')
      const cells = first.split(',')
      cells.forEach((_, column) => {
        for (const odd of ODD) {
          writeFileSync(path, [header, cells.with(column, odd).join(','), ...rest].join('\n'))
          const error = errorOf(() => readSeasonFolder(dir, '2022-05-04'))
          const named = error instanceof ReplayError && /^2022\w+\.csv, line \d/.test(error.message)
          if (error !== null && !named) unnamed.push(`${name} ${column} '${odd}': ${error}`)
        }
      })
      writeFileSync(path, text)
    }
    expect(unnamed).toEqual([])
  })

  it.each([
    ['batting', 'H', '1.0'],
    ['batting', 'PA', '4.00'],
    ['batting', 'order', '3.0'],
    ['batting', 'mlbamId', '800010.0'],
    ['pitching', 'started', '1.0'],
    ['pitching', 'outs', '18.0'],
    ['games', 'gameNumber', '0.0'],
    ['games', 'homeScore', '2.0'],
    ['games', 'date', '20230624'],
  ] as const)('in %s, column %s: %s is the whole number', (file, column, value) => {
    const { label: _, ...expected } = makeReplayWorld(written(), DAY)
    const { label: __, ...world } = makeReplayWorld(withCell(file, column, value), DAY)
    expect(world).toEqual(expected)
  })

  it.each([
    [
      'games',
      'date',
      '2023-13-24',
      "games.csv, line 2, column date: '2023-13-24' is not a day such as 2019-07-15",
    ],
    ['games', 'home', 'XYZ', "games.csv, line 2: 'XYZ' is not one of the thirty clubs"],
    ['games', 'away', 'BOS', "games.csv, line 2: both clubs are 'BOS'"],
    ['games', 'gameNumber', '7', "games.csv, line 2, column gameNumber: '7' is not a number from 0 to 3"],
    ['games', 'homeScore', 'two', "games.csv, line 2, column homeScore: 'two' is not a count"],
    [
      'games',
      'homeStarterThrows',
      'X',
      "games.csv, line 2, column homeStarterThrows: 'X' is none of ?, L, R, B, S",
    ],
    ['batting', 'order', '11', "batting.csv, line 2, column order: '11' is not a number from 0 to 9"],
    ['batting', 'bats', 'right', "batting.csv, line 2, column bats: 'right' is none of ?, L, R, B, S"],
    ['batting', 'playerId', '', 'batting.csv, line 2, column playerId: is empty'],
    ['batting', 'gameId', 'BOSnone', 'batting.csv, line 2: there is no game BOSnone'],
    [
      'batting',
      'date',
      '2023-06-25',
      'batting.csv, line 2: game BOS202306240 is of 2023-06-24, not 2023-06-25',
    ],
    ['batting', 'HR', '3', 'batting.csv, line 2: more extra-base hits than hits'],
    [
      'batting',
      'mlbamId',
      '800021',
      /^(batting|pitching)\.csv, line \d, column mlbamId: 800021 (contradicts|is the id of)/,
    ],
    ['pitching', 'started', 'yes', "pitching.csv, line 2, column started: 'yes' is not 0 or 1"],
    ['pitching', 'SO', '40', 'pitching.csv, line 2: more outcomes than batters faced'],
  ] as const)('in %s, column %s: %j is refused by name', (file, column, value, message) => {
    expect(() => makeReplayWorld(withCell(file, column, value), DAY)).toThrow(message)
  })

  it('count once in a repeated row, in each file and however the number is written', () => {
    const repeat = (rows: readonly Cells[]) => rows.flatMap((row) => [row, row])
    const twice = {
      games: repeat(season.games),
      batting: repeat(season.batting),
      pitching: repeat(season.pitching),
    }
    const expected = makeReplayWorld(written(), DAY)
    expect(makeReplayWorld(written(twice), DAY)).toEqual(expected)
    const [first = {}] = season.batting
    const batting = [...season.batting, { ...first, H: '1.0' }]
    expect(makeReplayWorld(written({ batting }), DAY)).toEqual(expected)
  })

  it.each([
    ['games', 'startTime', '20:10'],
    ['batting', 'H', 2],
    ['pitching', 'outs', 17],
  ] as const)(
    'of a row in %s that contradicts an earlier one are refused by name: %s',
    (file, column, value) => {
      const [first = {}] = season[file]
      const dir = written({ [file]: [...season[file], { ...first, [column]: value }] })
      const line = season[file].length + 2
      expect(() => makeReplayWorld(dir, DAY)).toThrow(
        `${file}.csv, line ${line}, column ${column}: '${value}' contradicts line 2 about the same entry`,
      )
    },
  )

  it('are the same with a byte order mark, Windows line ends, quotes and gzip', () => {
    const expected = makeReplayWorld(written(), DAY)
    const dir = written()
    const text = (name: File) =>
      `\uFEFF${toCsv(season[name])
        .trim()
        .split('\n')
        .map((line) =>
          line
            .split(',')
            .map((cell) => `"${cell}"`)
            .join(','),
        )
        .join('\r\n')}\r\n\r\n`
    for (const name of ['games', 'batting', 'pitching'] as const) {
      renameSync(join(dir, `${name}.csv`), join(dir, `${name}.csv.gz`))
      writeFileSync(join(dir, `${name}.csv.gz`), gzipSync(text(name)))
    }
    expect(makeReplayWorld(dir, DAY)).toEqual(expected)
  })

  it.each([
    ['an empty file', '', 'batting.csv, line 1: has no column date, gameId'],
    ['a header only', `${Object.keys(season.batting[0] ?? {}).join(',')}\n`, null],
    ['a column that is there twice', 'date,H,H\n', 'batting.csv, line 1: has the column H twice'],
    [
      'a short row',
      `${toCsv(season.batting)}2023-06-24,BOS\n`,
      'batting.csv, line 4: has 2 cells, the header 21',
    ],
  ])('need no other check for %s', (_what, text, message) => {
    const dir = written()
    writeFileSync(join(dir, 'batting.csv'), text)
    const error = errorOf(() => makeReplayWorld(dir, DAY))
    expect(error instanceof ReplayError ? error.message : error).toEqual(
      message === null ? null : expect.stringContaining(message),
    )
  })

  it('are not asked for where the folder is a file', () => {
    const path = join(written(), 'games.csv')
    expect(existsSync(path)).toBe(true)
    expect(() => makeReplayWorld(path, DAY)).toThrow(`${path}: no such folder`)
  })
})
