import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decidedOver, type EvidenceWeights, LINE_SOURCES } from '../engine/line-evidence.ts'
import type { MarketEvidence } from './evidence.ts'
import { digestPrices } from './evidence.ts'
import { lineForecast } from './line-forecast.ts'
import { composeMarket } from './shown-market.ts'

const distribution = { least: 0, atLeast: [1, 0.95, 0.9, 0.8, 0.6, 0.4, 0.2, 0.1] }
const low = { least: 0, atLeast: [1, 0.93, 0.87, 0.75, 0.53, 0.33, 0.15, 0.06] }
const high = { least: 0, atLeast: [1, 0.97, 0.93, 0.85, 0.67, 0.47, 0.26, 0.15] }
const FORECAST = { stat: 'Pitcher Strikeouts', distribution, low, high }
const WEIGHTS: EvidenceWeights = {
  games: 0,
  market: 1,
  engine: 0,
  lineOnly: 0.5,
  even: 0,
  reach: null,
  error: { price: 0, lineOnly: 0 },
}
const NOTHING: MarketEvidence = { prices: [], standardLine: null, lineSource: 'pickem', offered: [] }

const price = (line: number, over: number, books = 8) => ({ line, over, books, minutes: 2 })
const show = (evidence: Partial<MarketEvidence>, weights = WEIGHTS) =>
  composeMarket(FORECAST, { ...NOTHING, ...evidence }, weights)
const LINES = [0.5, 1.5, 2.5, 3, 3.5, 4, 4.5, 5.5, 6.5]
/** Chances of the over at all lines. */
const overs = (market: ReturnType<typeof show>) => LINES.map((line) => decidedOver(market.distribution, line))
const over = (market: ReturnType<typeof show>, line: number) => decidedOver(market.distribution, line)

describe('the shown forecast of a market', () => {
  it('is the engine’s own where nothing else is known', () => {
    const { basis, distribution: shown } = show({})
    expect({ basis, shown }).toEqual({ basis: 'model', shown: distribution })
  })

  it('rests on the price, whatever the book offers, and has the price at its line', () => {
    const market = show({ prices: [price(4.5, 0.45)], standardLine: 3.5 })
    expect(market).toMatchObject({ basis: 'price', prices: [{ line: 4.5, books: 8 }] })
    expect(over(market, 4.5)).toBeCloseTo(0.45, 9)
    expect(show({ prices: [price(4.5, 0.45)] })).toEqual(market)
  })

  it('has the price of each priced line, and is never likelier at a higher line', () => {
    const market = show({ prices: [price(4.5, 0.45), price(3.5, 0.61, 2), price(5.5, 0.2, 1)] })
    expect(over(market, 3.5)).toBeCloseTo(0.61, 9)
    expect(over(market, 4.5)).toBeCloseTo(0.45, 9)
    expect(over(market, 5.5)).toBeCloseTo(0.2, 9)
  })

  it('moves with the standard line, or with the number of the only offer', () => {
    const standard = show({ standardLine: 3.5 })
    expect(standard.basis).toBe('line')
    // Half of the log-odds of 60%.
    expect(over(standard, 3.5)).toBeCloseTo(0.5505, 4)
    const goblin = show({ offered: [{ line: 2.5, oddsType: 'goblin' }] })
    expect(over(goblin, 2.5)).toBeLessThan(0.8)
    // The smaller of both chances of a demon is the engine's.
    expect(over(show({ offered: [{ line: 5.5, oddsType: 'demon' }] }), 5.5)).toBeCloseTo(0.2, 9)
  })

  it('moves with the standard line nearest to even of several, in whatever order the book lists them', () => {
    const standard = (line: number) => ({ line, oddsType: 'standard' as const })
    const offered = [standard(1.5), standard(3.5), standard(6.5)]
    // 3.5 has 60% and 4.5 has 40%: of equally near ones, the lowest.
    const expected = show({ standardLine: 3.5 })
    expect(show({ standardLine: 1.5, offered })).toEqual(expected)
    expect(show({ standardLine: 6.5, offered: offered.toReversed() })).toEqual(expected)
    expect(show({ standardLine: 4.5, offered: [standard(4.5), standard(3.5)] })).toEqual(expected)
  })

  it('says that the line is all that is known where the engine has no weight', () => {
    const market = show({ standardLine: 3.5 }, { ...WEIGHTS, lineOnly: 0 })
    expect(market.basis).toBe('constant')
    expect(over(market, 3.5)).toBeCloseTo(0.5, 9)
    // Of a fixed line only near even: at 2.5 the engine has 80%.
    const fixed = { ...WEIGHTS, lineOnly: 0, reach: 0.6 }
    expect(show({ standardLine: 3.5 }, fixed).basis).toBe('constant')
    expect(show({ standardLine: 2.5 }, fixed).basis).toBe('line')
    expect(over(show({ standardLine: 2.5 }, fixed), 2.5)).toBeCloseTo(0.8, 2)
  })

  it('is ordered by line, and keeps each chance inside its interval, for any evidence', () => {
    const line = fc.integer({ min: 1, max: 14 }).map((half) => half / 2)
    const prices = fc.uniqueArray(
      fc
        .tuple(line, fc.double({ min: 0.02, max: 0.98, noNaN: true }))
        .map(([at, chance]) => price(at, chance)),
      { selector: (each) => each.line, maxLength: 4 },
    )
    const offered = fc.array(
      fc.record({ line, oddsType: fc.constantFrom('goblin' as const, 'demon' as const) }),
      { maxLength: 3 },
    )
    const evidence = fc.record({
      prices,
      standardLine: fc.option(line),
      lineSource: fc.constantFrom(...LINE_SOURCES),
      offered,
    })
    fc.assert(
      fc.property(evidence, fc.constantFrom(0, 0.5, 1), (known, lineOnly) => {
        const market = composeMarket(FORECAST, known, { ...WEIGHTS, market: 0.9, engine: 0.2, lineOnly })
        const halves = overs(market).filter((_, index) => !Number.isInteger(LINES[index]))
        expect(halves).toEqual(halves.toSorted((a, b) => b - a))
        for (const at of LINES) {
          const seen = lineForecast({ ...FORECAST, shown: market }, { line: at, oddsType: 'own' })
          expect(seen.low).toBeLessThanOrEqual(seen.chance)
          expect(seen.high).toBeGreaterThanOrEqual(seen.chance)
        }
      }),
    )
  })
})

describe('the prices of a market', () => {
  const now = Date.parse('2026-07-15T16:30:00Z')
  const quote = (
    book: string,
    line: number,
    [up, down]: readonly [number | null, number | null],
    minutes = 2,
  ) => ({
    book,
    line,
    over: up,
    under: down,
    confirmedAt: new Date(now - minutes * 60_000).toISOString(),
  })

  it('are digested by line, the line of most books first, with the prices that count', () => {
    const quotes = [
      quote('a', 3.5, [1.5, 2.6]),
      quote('a', 4.5, [1.9, 1.9], 5),
      quote('b', 4.5, [2, 1.8]),
      quote('c', 4.5, [2.1, null]),
    ]
    const { mainLine, prices, quotes: counted } = digestPrices(quotes, now)
    expect(mainLine).toBe(4.5)
    expect(prices.map(({ line, books, minutes }) => ({ line, books, minutes }))).toEqual([
      { line: 4.5, books: 2, minutes: 5 },
      { line: 3.5, books: 1, minutes: 2 },
    ])
    expect(prices[0]?.over).toBeCloseTo((0.5 + (1 / 2 - (1 / 2 + 1 / 1.8 - 1) / 2)) / 2, 9)
    expect(counted).toEqual([quotes[1], quotes[2], quotes[3], quotes[0]])
  })

  it('do not count when they are stale, or far from those of the other books', () => {
    const old = quote('old', 4.5, [3, 1.4], 31)
    const far = quote('far', 4.5, [15, 1.02])
    const { prices, quotes } = digestPrices(
      [old, far, quote('a', 4.5, [1.9, 1.9]), quote('b', 4.5, [1.9, 1.9])],
      now,
    )
    expect(prices).toMatchObject([{ books: 2 }])
    expect(prices[0]?.over).toBeCloseTo(0.5, 9)
    expect(quotes.map(({ book }) => book)).toEqual(['a', 'b'])
  })
})
