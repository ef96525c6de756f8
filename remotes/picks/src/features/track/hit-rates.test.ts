import { wilson } from '@propsight/shared/domain'
import { toCsv } from '@propsight/shared/format'
import { describe, expect, it } from 'vitest'
import { aPastParlay, aTrackLeg } from '../../testing/parlay-fixtures.ts'
import {
  countExcluded,
  decidedLines,
  distinctLines,
  groupAll,
  groupByBand,
  groupByDay,
  groupLines,
} from './hit-rates.ts'
import { rateDrawing } from './over-time-panel.tsx'
import { parlayRecord, profitDrawing } from './parlay-panel.tsx'
import { recordCsv, recordFileName } from './record-csv.ts'
import { labelY, stepOption } from './step-chart.tsx'
import { excludedText, FEW_LINES, profitText, sampleText } from './track-labels.ts'

describe('track record: lines', () => {
  it('count a line of a pick and of parlays once, with its first forecast', () => {
    const pick = aTrackLeg(1, { promised: 61 })
    const leg = aTrackLeg(2, {
      person_id: 1,
      game_pk: 701,
      pick_id: null,
      leg: 1,
      promised: 70,
      promised_at: '2026-07-18T17:00:00Z',
    })
    const other = aTrackLeg(3, { person_id: 1, game_pk: 701, side: 'UNDER' })
    expect(distinctLines([leg, pick, other]).map(({ promised }) => promised)).toEqual([61, 63])
  })

  it('exclude pushes, NO GAME, open lines and lines without a forecast, with their numbers', () => {
    const lines = [
      aTrackLeg(1),
      aTrackLeg(2, { status: 'loser', actual: 1 }),
      aTrackLeg(3, { status: 'push', actual: 1.5 }),
      aTrackLeg(4, { status: 'no-game', actual: null }),
      aTrackLeg(5, { status: 'pending', actual: null, settled_at: null }),
      aTrackLeg(6, { status: 'in-progress', actual: 1, settled_at: null }),
      aTrackLeg(7, { promised: null }),
    ]
    expect(decidedLines(lines)).toHaveLength(2)
    expect(excludedText(countExcluded(lines))).toBe(
      'Left out: 1 push, 1 NO GAME, 1 without a forecast, 2 open.',
    )
    expect(excludedText(countExcluded([aTrackLeg(1)]))).toBeNull()
  })
})

describe('track record: rates', () => {
  const decided = [
    ...Array.from({ length: 6 }, (_, at) => ({
      market: 'Hits',
      engine: '2026-05-01',
      day: '2026-07-18',
      forecast: 59.5,
      hit: at < 4,
    })),
    { market: 'Runs', engine: '2026-06-01', day: '2026-07-20', forecast: 59.4, hit: false },
    { market: 'Runs', engine: '2026-06-01', day: '2026-07-17', forecast: 100, hit: true },
    { market: 'Runs', engine: '2026-06-01', day: '2026-07-20', forecast: 44, hit: true },
  ]

  it('are compared with the forecast, with counts and a Wilson interval', () => {
    const [hits] = groupLines(decided, 'market')
    expect(hits).toMatchObject({ name: 'Hits', decided: 6, hits: 4, observed: 4 / 6, missed: false })
    expect(hits?.forecast).toBeCloseTo(0.595)
    expect(hits?.interval).toEqual(wilson(4, 6))
    expect(groupAll(decided)).toMatchObject({ decided: 9, hits: 6 })
    expect(groupAll([])).toBeNull()
    expect(groupLines(decided, 'engine').map(({ name, decided: count }) => [name, count])).toEqual([
      ['2026-05-01', 6],
      ['2026-06-01', 3],
    ])
  })

  it('are grouped by bands of the displayed whole percent', () => {
    expect(groupByBand(decided).map(({ name, decided: count }) => [name, count])).toEqual([
      ['Below 50%', 1],
      ['50–59%', 1],
      ['60–69%', 6],
      ['90–100%', 1],
    ])
  })

  it('are added up day by day, each with the lines of its day and a Wilson interval', () => {
    const days = groupByDay(decided)
    expect(
      days.map(({ name, ofDay, hits, decided: all }) => [name, ofDay.hits, ofDay.decided, hits, all]),
    ).toEqual([
      ['2026-07-17', 1, 1, 1, 1],
      ['2026-07-18', 4, 6, 5, 7],
      ['2026-07-20', 1, 2, 6, 9],
    ])
    expect(days[1]).toMatchObject({ observed: 5 / 7, interval: wilson(5, 7) })
    expect(days[1]?.forecast).toBeCloseTo((100 + 6 * 59.5) / 700)
    expect(days.at(-1)).toMatchObject({
      hits: groupAll(decided)?.hits,
      forecast: groupAll(decided)?.forecast,
    })
    expect(groupByDay([])).toEqual([])
  })

  it('are drawn on a scale from 0 to 100% with the first and the last day', () => {
    const { xAxis, yAxis, series } = stepOption(rateDrawing(groupByDay(decided)))
    expect(yAxis).toMatchObject({ min: 0, max: 100 })
    expect(series).toMatchObject([
      { name: 'forecast' },
      {
        name: 'came true',
        data: [
          [0.5, 100],
          [1.5, 100 * (5 / 7)],
          [2.5, 100 * (6 / 9)],
        ],
      },
    ])
    const formatter = Reflect.get(Reflect.get(xAxis as object, 'axisLabel') as object, 'formatter') as (
      at: number,
    ) => string
    expect([0, 3].map(formatter)).toEqual(['July 17, 2026', 'July 20, 2026'])
  })

  it('are marked when they deviate by more than chance', () => {
    const forecast70 = Array.from({ length: 100 }, (_, at) => ({
      market: 'Hits',
      engine: '2026-05-01',
      day: '2026-07-18',
      forecast: 70,
      hit: at < 50,
    }))
    expect(groupAll(forecast70)?.missed).toBe(true)
  })

  it('have a note on the sample size', () => {
    expect(FEW_LINES).toBe(30)
    expect(sampleText(1)).toBe('Only 1 settled line: too few to judge by. Read the intervals, not the rates.')
    expect(sampleText(29)).toContain('too few to judge by')
    expect(sampleText(30)).toContain('a first impression')
    expect(sampleText(200)).toContain('Lines of one game depend on each other')
  })
})

describe('track record: parlays', () => {
  function outcomeOf(paid: number | null) {
    if (paid === 0) return 'lost'
    return paid === 1 ? 'refunded' : 'won'
  }
  const ended = (number: number, hour: number, paid: number | null, units: number | null) =>
    aPastParlay(number, {
      outcome: outcomeOf(paid),
      paid,
      recommended_units: units,
      settled_at: `2026-07-19T0${hour}:00:00Z`,
    })
  const rows = [
    ended(1, 3, 5, 0.5),
    ended(2, 1, 0, 2),
    ended(3, 2, 1, 1),
    ended(4, 4, null, null),
    aPastParlay(5),
  ]

  it('have a profit only when the payout is public, flat and by recommended units', () => {
    const record = parlayRecord(rows)
    expect(record).toMatchObject({ won: 2, lost: 1, refunded: 1, open: 1, unpriced: 1 })
    expect(record.profit.map(({ flat, recommended }) => [flat, recommended])).toEqual([
      [-1, -2],
      [-1, -2],
      [3, 0],
    ])
    expect(record.rate).toMatchObject({ observed: 2 / 3, interval: wilson(2, 3) })
    expect(record.rate?.forecast).toBeCloseTo(0.234)
    expect(parlayRecord([aPastParlay(1)]).rate).toBeNull()
  })

  it('are drawn as one line for each way of staking, with a point for each parlay', () => {
    const { series } = stepOption(profitDrawing(parlayRecord(rows).profit))
    const recommended = [-2, -2, 0].map((units, at) => [at + 0.5, units])
    const flat = [-1, -1, 3].map((units, at) => [at + 0.5, units])
    expect(series).toMatchObject([
      { name: 'recommended', data: recommended },
      { name: 'one unit each', data: flat },
    ])
  })

  it('have the labels of both lines apart where the lines end close to each other', () => {
    expect([labelY(20, 90, true), labelY(90, 20, false)]).toEqual([20, 90])
    expect(labelY(56, 50, false) - labelY(50, 56, true)).toBeGreaterThanOrEqual(16)
  })

  it('of a long record are drawn', () => {
    const profit = Array.from({ length: 200_000 }, (_, at) => ({
      day: 'July 18, 2026',
      flat: at,
      recommended: -at,
    }))
    expect(stepOption(profitDrawing(profit)).xAxis).toMatchObject({ max: 200_000 })
  })

  it('format units with a minus sign', () => {
    expect([2.5, -1, 0, 0.004].map(profitText)).toEqual(['+2.5 units', '−1 unit', '0 units', '0 units'])
  })
})

describe('track record: CSV', () => {
  const csv = recordCsv(
    [aTrackLeg(1, { player_name: '=HYPERLINK("x")', promised: 61.25 })],
    [aPastParlay(2, { outcome: 'lost', paid: 0, settled_at: '2026-07-19T03:00:00Z' })],
  ).split('\r\n')

  it('has one row per leg and per parlay, as wide as its header', () => {
    expect(csv).toHaveLength(4)
    expect(csv[1]).toMatch(/^pick,,,2026-07-18,.*Total Bases,1.5,OVER,standard,,61.25,57,69,2026.11.22,/)
    expect(csv[2]).toContain('lost,,2026-07-19T03:00:00Z,0,0.5')
    expect(csv[0]?.split(',')).toHaveLength(csv[2]?.split(',').length ?? 0)
    expect(recordFileName('2026-07-18')).toBe('propsight-track-record-2026-07-18.csv')
  })

  it('escapes cells that a spreadsheet would evaluate', () => {
    expect(csv[1]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(toCsv(['a'], [['-1+1'], [-1]])).toBe("a\r\n'-1+1\r\n-1\r\n")
  })
})
