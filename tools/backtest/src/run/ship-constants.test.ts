import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backtestReport } from '../report/backtest-report.ts'
import { scoreCases } from '../score/score.ts'
import { changes, describeChanges } from './run-fit.ts'
import { rounded, trackRecordOf, writeFitted } from './ship-constants.ts'

describe('writeFitted', () => {
  it('writes a formatted module that cites its data and its days', () => {
    const folder = mkdtempSync(join(tmpdir(), 'propsight-fitted-'))
    const file = writeFitted(
      {
        file: 'weights',
        constant: 'WEIGHTS',
        type: 'Weights',
        typeFrom: '../weights.ts',
        what: 'Weights.',
        value: rounded({ strength: 123.456789, 'per-foot': [0.000012345678] }),
      },
      { data: 'Retrosheet, 2019', from: '2019-03-20', to: '2019-06-30' },
      folder,
    )
    const text = readFileSync(file, 'utf8')
    rmSync(folder, { recursive: true })
    expect(text).toContain(
      "import type { Weights } from '../weights.ts'\n\n/**\n * Weights. Retrosheet, 2019, 2019-03-20 to 2019-06-30.",
    )
    expect(text.replaceAll(/\s+\*?\s*/g, ' ')).toContain('is copyrighted by Retrosheet')
    expect(text).toMatch(
      /export const WEIGHTS: Weights = \{\s+strength: 123\.46,\s+'per-foot': \[0\.000012346\],?\s+\}\n$/,
    )
  })
})

describe('changes', () => {
  it('lists added, removed and changed values, the largest change first', () => {
    const before = { a: 1, b: { c: [1, 2] }, gone: 3 }
    const after = { a: 1.5, b: { c: [1, 4] }, text: 'new' }
    expect(changes(before, after)).toEqual([
      { path: 'gone', from: 3, to: undefined },
      { path: 'text', from: undefined, to: 'new' },
      { path: 'b.c.1', from: 2, to: 4 },
      { path: 'a', from: 1, to: 1.5 },
    ])
    expect(describeChanges(after, after)).toEqual(['nothing changed in 4 values'])
    expect(describeChanges(undefined, { a: 1 })).toEqual(['1 of 1 values changed', 'a: new → 1'])
  })
})

describe('trackRecordOf', () => {
  const all = (value: number) => Array.from({ length: 7 }, () => value)
  const game = (date: string, known: number, over: number) => ({
    date,
    gameId: 'g',
    playerId: 'p',
    over: all(over),
    base: all(0.5),
    lastTen: all(0.5),
    season: all(0.5),
    known: all(known),
    unknown: all(known - 0.1),
  })
  const many = (date: string) => [
    game(date, 2 / 3, 1),
    game(date, 2 / 3, 0),
    game(date, 0.5, 1),
    game(date, 0.5, 0),
  ]
  const start = { date: '2019-07-01', gameId: 'g', playerId: 'q', starts: 5 }
  const pitchers = [{ ...start, actual: [5, 5], season: [4, 4], engine: [5, 4] }]
  const report = (dates: readonly string[], refused = 0, of = many) =>
    backtestReport(scoreCases({ batters: dates.flatMap(of), pitchers, refused }), {
      data: 'Invented, 2019',
      refused,
      skippedRows: 0,
      seconds: 1,
    })

  it('copies the figures and days, rounded', () => {
    const record = trackRecordOf(report(['2019-07-01', '2019-07-02']), '2019-06-30', '2026-01-01')
    expect(record).toMatchObject({
      from: '2019-07-01',
      to: '2019-07-02',
      fittedTo: '2019-06-30',
      madeOn: '2026-01-01',
    })
    expect(record.markets).toHaveLength(14)
    expect(record.markets[0]).toMatchObject({ market: 'H 0.5', n: 8, baseRate: 0.5, bias: 0.083333 })
    expect(record.markets[0]).not.toHaveProperty('skill')
    expect(record.pitchers.map(({ stat }) => stat)).toEqual(['Pitcher Strikeouts', 'Hits Allowed'])
  })

  it('throws for days inside the fit, for refused forecasts and for an empty report', () => {
    expect(() => trackRecordOf(report(['2019-06-30']), '2019-06-30', '2026-01-01')).toThrow(
      'a record begins after them',
    )
    expect(() => trackRecordOf(report(['2019-07-01'], 3), '2019-06-30', '')).toThrow(
      '3 forecasts were refused',
    )
    const none = backtestReport(scoreCases({ batters: [], pitchers: [], refused: 0 }), {
      data: 'Invented, 2019',
      refused: 0,
      skippedRows: 0,
      seconds: 1,
    })
    expect(() => trackRecordOf(none, '2019-06-30', '')).toThrow('no game was judged')
  })

  it('throws for a figure that is not a number', () => {
    const alike = (date: string) => [game(date, 0.5, 1), game(date, 0.5, 1)]
    expect(() => trackRecordOf(report(['2019-07-01'], 0, alike), '2019-06-30', '2026-01-01')).toThrow(
      'no record to ship: markets.0.slope',
    )
  })
})
