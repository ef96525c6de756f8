import { isSupported } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { marketReport } from '../market/market-report.ts'
import { forecastStart, quote } from '../testing/price-folders.ts'
import { checkShippable, lineEvidenceOf, priceRecordOf, UNFITTED } from './ship-market.ts'

const games = Array.from({ length: 80 }, (_, at) =>
  forecastStart({
    date: new Date(Date.UTC(2021, 5, 1 + (at % 40))).toISOString().slice(0, 10),
    actual: at % 4 === 0 ? 7 : 3,
    chances: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
    first: [quote(4.5, -120 - at, 100 + at)],
  }),
)
const report = marketReport(games, UNFITTED, { data: 'test', earlierSeasons: [], leftOut: [], seconds: 1 })

describe('shipping the comparison with prices', () => {
  it('writes the weights of markets with games, their data and their last day', () => {
    const evidence = lineEvidenceOf(report)
    expect(evidence).toMatchObject({ data: 'test', from: '2021-06-01', to: '2021-07-10' })
    expect(Object.keys(evidence.weights)).toEqual(['Pitcher Strikeouts'])
    expect(evidence.weights['Pitcher Strikeouts']?.games).toBe(80)
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

  it('refuses a window under 30 days, first and last day included', () => {
    expect(() => checkShippable(['2021-06-01', '2021-06-29'])).toThrow('these cover 29')
    expect(() => checkShippable([])).toThrow('these cover 0')
    expect(() => checkShippable(['2021-06-01', '2021-06-30'])).not.toThrow()
  })
})
