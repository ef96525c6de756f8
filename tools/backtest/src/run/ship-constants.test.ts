import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TRACK_RECORD } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { backtestReport } from '../report/table.ts'
import { MARKETS } from '../score/markets.ts'
import { scoreCases } from '../score/score.ts'
import { changes, describeChanges, withFittedParts } from './run-fit.ts'
import { checkShippable, rounded, summarise, trackRecordOf, writeFitted } from './ship-constants.ts'

describe('writeFitted', () => {
  it('writes a constant with the description that cites its data and its days', () => {
    const folder = mkdtempSync(join(tmpdir(), 'propsight-fitted-'))
    const file = writeFitted(
      {
        file: 'weights',
        what: 'Weights.',
        value: rounded({ strength: 123.456789, 'per-foot': [0.000012345678] }),
      },
      { data: 'Retrosheet, 2019', from: '2019-03-20', to: '2019-06-30' },
      folder,
    )
    const { about, value } = JSON.parse(readFileSync(file, 'utf8'))
    rmSync(folder, { recursive: true })
    expect(about).toMatch(
      /^Weights\. Retrosheet, 2019, 2019-03-20 to 2019-06-30\. .* is copyrighted by Retrosheet/,
    )
    expect(value).toEqual({ strength: 123.46, 'per-foot': [0.000012346] })
  })
})

const part = (to: string, data = 'Invented, 2019') => ({
  data,
  from: '2019-03-20',
  to,
  years: [2019],
  madeOn: '2026-01-01',
})
const SPRING = part('2019-06-30')
const FITTED_PARTS = {
  parks: SPRING,
  pitching: SPRING,
  batting: SPRING,
  calibration: SPRING,
  dependence: SPRING,
}

describe('the provenance of the constants', () => {
  it('changes for the fitted parts only', () => {
    const summer = part('2019-07-31', 'Invented, 2020')
    const fitted = withFittedParts(FITTED_PARTS, ['pitching'], summer)
    expect(fitted).toEqual({ ...FITTED_PARTS, pitching: summer })
    expect(summarise(fitted)).toEqual({
      data: 'Invented, 2019; Invented, 2020',
      from: '2019-03-20',
      to: '2019-07-31',
    })
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
  const all = (value: number) => MARKETS.map(() => value)
  const game = (date: string, known: number, over: number) => ({
    date,
    gameId: 'g',
    playerId: 'p',
    over: all(over),
    base: all(0.5),
    lastTen: all(0.5),
    season: all(0.5),
    known: all(known),
    knownBand: all(0).map(() => ({ low: known - 0.05, high: known + 0.05 })),
    unknown: all(known - 0.1),
  })
  const many = (date: string) => [
    game(date, 2 / 3, 1),
    game(date, 2 / 3, 0),
    game(date, 0.5, 1),
    game(date, 0.5, 0),
  ]
  const start = { date: '2019-07-01', gameId: 'g', playerId: 'q', starts: 5 }
  const pitchers = [
    { ...start, actual: [5, 5], season: [4, 4], engine: [5, 4], unknown: [5, 5], inside: [1, 1, 1, 1, 1] },
  ]
  const report = (dates: readonly string[], refused = 0, of = many) =>
    backtestReport(scoreCases({ batters: dates.flatMap(of), pitchers, refused, leftOut: [] }), {
      data: 'Invented, 2019',
      refused,
      earlierSeasons: [],
      skippedRows: 0,
      blanks: [],
      seconds: 1,
    })

  const SHIPPED = { ...TRACK_RECORD, engine: 'none', pitchers: [], pitchersWindow: null }
  const july = Array.from({ length: 30 }, (_, at) => `2019-07-${String(at + 1).padStart(2, '0')}`)

  it('copies the figures and days, rounded', () => {
    const record = trackRecordOf(report(july), FITTED_PARTS, '2026-01-01', SHIPPED)
    expect(record).toMatchObject({
      from: '2019-07-01',
      to: '2019-07-30',
      fittedTo: '2019-06-30',
      madeOn: '2026-01-01',
    })
    expect(record.markets).toHaveLength(2 * MARKETS.length)
    expect(record.markets[0]).toMatchObject({ market: 'H 0.5', n: 120, baseRate: 0.5, bias: 0.083333 })
    for (const figure of ['skill', 'perfectEce', 'coverage'])
      expect(record.markets[0]).not.toHaveProperty(figure)
    expect(record.pitchers.map(({ stat }) => stat)).toEqual(['Pitcher Strikeouts', 'Hits Allowed'])
  })

  it('keeps the shipped pitchers when their constants were fitted on judged days', () => {
    const fitted = { ...FITTED_PARTS, pitching: part('2025-05-31') }
    expect(() => checkShippable({}, july, fitted)).not.toThrow()
    const earlier = trackRecordOf(report(july), FITTED_PARTS, '2026-01-01', SHIPPED)
    const record = trackRecordOf(report(july), fitted, '2026-02-02', earlier)
    expect(record).toMatchObject({ fittedTo: '2019-06-30', madeOn: '2026-02-02' })
    expect(record.markets).toHaveLength(2 * MARKETS.length)
    expect(record.pitchers).toEqual(earlier.pitchers)
    expect(record.pitchersWindow).toEqual(earlier.pitchersWindow)
    const other = { ...earlier, engine: 'another' }
    expect(trackRecordOf(report(july), fitted, '', other)).toMatchObject({
      pitchers: [],
      pitchersWindow: null,
    })
  })

  it.each([
    ['were fitted on judged days', { ...FITTED_PARTS, batting: part('2019-07-10') }, []],
    ['have markets without counts', FITTED_PARTS, ['R 0.5']],
  ])('keeps the shipped batters when they %s', (_, fitted, leftOut) => {
    const earlier = trackRecordOf(report(july), FITTED_PARTS, '2026-01-01', SHIPPED)
    expect(() => checkShippable({}, july, fitted)).not.toThrow()
    const record = trackRecordOf({ ...report(july), leftOut }, fitted, '2026-02-02', {
      ...earlier,
      pitchers: [],
      pitchersWindow: null,
    })
    expect(record).toEqual(earlier)
    expect(() =>
      trackRecordOf({ ...report(july), leftOut }, fitted, '', { ...earlier, engine: 'another' }),
    ).toThrow('ship one of batters of this engine first')
  })

  it.each(['batting', 'calibration'])('throws when pitching and %s were fitted on judged days', (name) => {
    const fitted = { ...FITTED_PARTS, pitching: part('2019-07-20'), [name]: part('2019-07-10') }
    expect(() => checkShippable({}, july, fitted)).toThrow('fitted on days to 2019-07-10')
    expect(() => trackRecordOf(report(july), fitted, '', SHIPPED)).toThrow('fitted on days to 2019-07-10')
  })

  it('throws for days inside the fit, for refused forecasts and for an empty report', () => {
    expect(() => trackRecordOf(report(['2019-06-30']), FITTED_PARTS, '2026-01-01', SHIPPED)).toThrow(
      'a record begins after them',
    )
    expect(() => trackRecordOf(report(july, 3), FITTED_PARTS, '', SHIPPED)).toThrow(
      '3 forecasts were refused',
    )
    expect(() => trackRecordOf(report(['2019-07-01', '2019-07-29']), FITTED_PARTS, '', SHIPPED)).toThrow(
      '2019-07-01 to 2019-07-29: a shipped record needs at least 30 days',
    )
    const none = backtestReport(scoreCases({ batters: [], pitchers: [], refused: 0, leftOut: [] }), {
      data: 'Invented, 2019',
      refused: 0,
      earlierSeasons: [],
      skippedRows: 0,
      blanks: [],
      seconds: 1,
    })
    expect(() => trackRecordOf(none, FITTED_PARTS, '', SHIPPED)).toThrow('no game was judged')
  })

  it('throws for a figure that is not a number', () => {
    const alike = (date: string) => [game(date, 0.5, 1), game(date, 0.5, 1)]
    expect(() => trackRecordOf(report(july, 0, alike), FITTED_PARTS, '2026-01-01', SHIPPED)).toThrow(
      'no record to ship: markets.0.slope',
    )
  })
})
