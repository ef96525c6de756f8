import { isSupported } from '@propsight/shared/domain'
import { PRIOR_WEIGHTS } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { marketReport } from '../market/market-report.ts'
import { forecastStart, quote } from '../testing/season-folders.ts'
import { checkShippable, lineEvidenceOf, priceRecordOf, UNFITTED } from './run-market.ts'

const games = Array.from({ length: 80 }, (_, at) =>
  forecastStart({
    date: new Date(Date.UTC(2021, 5, 1 + (at % 40))).toISOString().slice(0, 10),
    actual: at % 4 === 0 ? 7 : 3,
    chances: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
    first: [quote(4.5, -120 - at, 100 + at)],
  }),
)
const report = marketReport(
  games,
  { shipped: UNFITTED },
  { data: 'test', earlierSeasons: [], leftOut: [], seconds: 1 },
)

describe('shipping the comparison with prices', () => {
  it('writes the weights of markets with games, their data and their last day', () => {
    const evidence = lineEvidenceOf(report, ['Pitcher Strikeouts'], UNFITTED)
    expect(evidence).toMatchObject({ data: 'test', from: '2021-06-01', to: '2021-07-10' })
    expect(Object.keys(evidence.books.weights)).toEqual(['Pitcher Strikeouts'])
    expect(evidence.books.weights['Pitcher Strikeouts']?.games).toBe(2 * 80)
  })

  it('writes a record whose figures JSON can hold', () => {
    const record = priceRecordOf(report, '2021-08-01')
    expect(JSON.parse(JSON.stringify(record))).toEqual(record)
    expect(record.markets.map(({ market }) => market)).toEqual([
      'strikeouts, first line',
      'strikeouts, closing line',
    ])
    expect(record.markets[0]).toMatchObject({ n: 80, days: 40, stat: 'Pitcher Strikeouts', price: 'first' })
    const noBets = record.bets.filter(({ n }) => n === 0)
    expect(noBets.length).toBeGreaterThan(0)
    for (const bet of noBets) {
      expect(bet).toMatchObject({ roi: null, low: null, high: null })
      expect(isSupported(bet)).toBe(false)
    }
  })

  it('keeps the shipped weights of a market whose prices cover too few days', () => {
    const own = { ...PRIOR_WEIGHTS.moving, games: 5 }
    const books = { ...UNFITTED.books, weights: { 'Pitcher Strikeouts': own, 'Home Runs': own } }
    const shipped = { ...UNFITTED, books }
    expect(lineEvidenceOf(report, [], shipped).books.weights).toEqual(books.weights)
    const { weights } = lineEvidenceOf(report, ['Pitcher Strikeouts', 'Home Runs'], shipped).books
    expect(weights['Pitcher Strikeouts']?.games).toBe(2 * 80)
    expect(weights['Home Runs']).toEqual(own)
  })

  it('records the closing-line value of bets at the first price only', () => {
    const { bets } = priceRecordOf(report, '2021-08-01')
    expect(bets.filter(({ price }) => price === 'close').every(({ closing }) => closing === null)).toBe(true)
    const made = bets.filter(({ price, n }) => price === 'first' && n > 0)
    expect(made.length).toBeGreaterThan(0)
    for (const { stat, price, rule, closing } of made) {
      const from = report.bets.find((bet) => bet.stat === stat && bet.price === price && bet.kind === rule)
      const { estimate: value, low, high } = from?.closingValue ?? {}
      expect(closing).toEqual({ value, low, high })
    }
  })

  it('checks the window of each market, first and last day included', () => {
    const days = (stat: string, ...dates: string[]) => dates.map((date) => ({ stat, date }))
    const short = days('Home Runs', '2021-06-29', '2021-06-01')
    expect(() => checkShippable(short)).toThrow('Home Runs has 29')
    expect(() => checkShippable([])).toThrow('there are none')
    const both = checkShippable([...days('Pitcher Strikeouts', '2021-06-01', '2021-06-30'), ...short])
    expect(both.stats).toEqual(['Pitcher Strikeouts'])
    expect(both.notes).toEqual([expect.stringContaining('Home Runs: prices of 29 days')])
    // Together they cover 60 days, each of them 29 or fewer.
    const apart = [...days('Pitcher Strikeouts', '2021-05-01', '2021-05-20'), ...short]
    expect(() => checkShippable(apart)).toThrow('Pitcher Strikeouts has 20, Home Runs has 29')
  })
})
