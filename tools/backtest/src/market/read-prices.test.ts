import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bestOdds, decimalOdds, noVigOver } from '@propsight/shared/domain/odds'
import { afterAll, describe, expect, it } from 'vitest'
import { writePrices } from '../testing/season-folders.ts'
import { syntheticSeason } from '../testing/synthetic-season.ts'
import { findFaultyBooks, readPrices } from './read-prices.ts'

const home = mkdtempSync(join(tmpdir(), 'propsight-prices-'))
afterAll(() => rmSync(home, { recursive: true }))

let folders = 0
const written = (): string => {
  const dir = join(home, String(folders++))
  writePrices(dir, syntheticSeason({ days: 2 }), '2021-04-02')
  return dir
}

describe('readPrices', () => {
  it('reads both snapshots of every game without the quotes made after first pitch', () => {
    const games = readPrices(written())
    expect(games.filter(({ stat }) => stat === 'Pitcher Strikeouts')).toHaveLength(6)
    expect(games.filter(({ stat }) => stat === 'Home Runs')).toHaveLength(12)
    for (const { first, close } of games) {
      expect([first.quotes.length, close.quotes.length]).toEqual([3, 3])
      expect(Math.max(...[...first.quotes, ...close.quotes].map(({ over }) => over ?? 0))).toBeLessThan(2)
    }
    const [start] = games
    expect(start).toMatchObject({ date: '2021-04-02', matched: 'ok', first: { line: 1.5 } })
    expect(start?.first.quotes[2]).toMatchObject({ book: 'East', under: null })
  })

  it('leaves out a price that is out of line, which would be the best of the snapshot', () => {
    const dir = written()
    const path = join(dir, 'strikeout_quotes.csv')
    const lines = readFileSync(path, 'utf8').split('\n')
    const at = lines.findIndex((row) => row.includes('T12:00:00Z') && row.includes(',South,'))
    const [before, after] = (lines[at] ?? '').split(/,1\.5,-?\d+,-?\d+,/)
    writeFileSync(path, lines.with(at, `${before},1.5,900,-2500,${after}`).join('\n'))
    const [start] = readPrices(dir)
    expect(start?.first.quotes.map(({ book }) => book)).toEqual(['North', 'East'])
    expect(start?.close.quotes).toHaveLength(3)
  })

  it('reads the standard lines of a pick’em book on known markets, without prices', () => {
    const dir = join(home, 'pickem')
    mkdirSync(dir)
    const head = 'date,lastUtc,player,playerId,team,opponent,homeAway,stat,line,oddsType,matched'
    const row = (place: string, stat: string, oddsType = 'standard') =>
      `2021-04-02,2021-04-02T12:00:00Z,Bo Bat,7,${place},${stat},1.5,${oddsType},name`
    const rows = [
      row('BOS,NYA,home', 'Total Bases'),
      row('BOS,NYA,away', 'Hits'),
      row(',,', 'Walks'),
      row('BOS,NYA,home', 'Pitches Thrown'),
      row('BOS,NYA,home', 'Hits', 'demon'),
    ]
    writeFileSync(join(dir, 'lines.csv'), `${[head, ...rows].join('\n')}\n`)
    const made = readPrices(dir)
    expect(made.map(({ stat, home, away, mlbamId }) => [stat, home, away, mlbamId])).toEqual([
      ['Total Bases', 'BOS', 'NYA', 7],
      ['Hits', 'NYA', 'BOS', 7],
      // Its game is not known, so that it is left out with the reason of the file.
      ['Walks', '', '', null],
    ])
    expect(made[0]).toMatchObject({ source: 'pickem', first: { line: 1.5, quotes: [] } })
  })

  it.each([
    ['a missing file', 'homerun_quotes', null, '', 'has no homerun_quotes.csv or homerun_quotes.csv.gz'],
    [
      'a missing column',
      'strikeout_lines',
      'lineClose',
      'line',
      'strikeout_lines.csv, line 1: has no column lineClose',
    ],
    [
      'odds of 50',
      'strikeout_quotes',
      /,1\.5,-\d+/,
      ',1.5,50',
      "strikeout_quotes.csv, line 2, column over_american: '50' are not American odds",
    ],
    [
      'text for a line',
      'strikeout_quotes',
      ',1.5,',
      ',many,',
      "strikeout_quotes.csv, line 2, column line: 'many' is not a line",
    ],
    [
      'a day that does not exist',
      'homerun_lines',
      '2021-04-02,',
      '2021-04-31,',
      "homerun_lines.csv, line 2, column date: '2021-04-31' is not a day",
    ],
    [
      'an unknown flag',
      'homerun_quotes',
      /,0$/m,
      ',maybe',
      "homerun_quotes.csv, line 2, column after_start: 'maybe' is neither 0 nor 1",
    ],
    ['too few cells', 'homerun_quotes', /,0$/m, '', 'homerun_quotes.csv, line 2: has 7 cells, the header 8'],
  ])('refuses %s and names file, line and column', (_what, name, from, to, message) => {
    const dir = written()
    const file = join(dir, `${name}.csv`)
    if (from === null) rmSync(file)
    else writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
    expect(() => readPrices(dir)).toThrow(message)
  })
})

describe('findFaultyBooks', () => {
  const quote = (book: string, over: number, under: number, line = 2.5) => ({ book, line, over, under })
  const honest = [quote('North', 1.8, 2), quote('East', 1.75, 2.1), quote('West', 1.85, 1.95)]
  /** As many snapshots, of which the first few have the sides of the book swapped. */
  const snapshots = (n: number, swapped: number, others = honest) =>
    Array.from({ length: n }, (_, at) => ({
      set: 'autumn',
      quotes: [...others, at < swapped ? quote('South', 2.3, 1.6) : quote('South', 1.6, 2.3)],
    }))

  it('names the book that contradicts the others, with its set and counts, and no other', () => {
    const spring = snapshots(100, 0).map(({ quotes }) => ({ set: 'spring', quotes }))
    expect(findFaultyBooks([...snapshots(100, 6), ...spring])).toEqual([
      { set: 'autumn', book: 'South', compared: 100, contradicting: 6 },
    ])
  })

  it('keeps a book that differs in few quotes, has few, or few books at its line to compare with', () => {
    expect(findFaultyBooks(snapshots(100, 5))).toEqual([])
    expect(findFaultyBooks(snapshots(99, 99))).toEqual([])
    expect(findFaultyBooks(snapshots(200, 200, honest.slice(1)))).toEqual([])
    expect(findFaultyBooks(snapshots(200, 200, [...honest.slice(1), quote('North', 2, 2, 3.5)]))).toEqual([])
  })
})

describe('noVigOver', () => {
  const book = (over: number | null, under: number | null, line = 4.5) => ({ book: '', line, over, under })

  it('is the mean over the books that offer both sides of the line', () => {
    const quotes = [book(1.8, 2.2), book(2, 2), book(9, null), book(1.1, 9, 3.5)]
    expect(noVigOver(quotes, 4.5, 'proportional')).toBeCloseTo((0.55 + 0.5) / 2, 12)
    expect(noVigOver([book(9, null)], 4.5, 'shin')).toBeNull()
  })

  it('differs by method for uneven odds with a margin', () => {
    const quotes = [book(decimalOdds(-300), decimalOdds(220))]
    const [proportional = 0, power = 0, shin = 0] = (['proportional', 'power', 'shin'] as const).map(
      (method) => noVigOver(quotes, 4.5, method) ?? 0,
    )
    expect(proportional).toBeLessThan(shin)
    expect(shin).toBeLessThan(power)
  })

  it('is separate from the best odds, which may be from a one-sided book', () => {
    expect(bestOdds([book(1.8, 2.2), book(9, null), book(12, 1, 3.5)], 4.5, 'over')).toBe(9)
    expect(bestOdds([book(9, null)], 4.5, 'under')).toBeNull()
  })
})
