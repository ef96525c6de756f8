import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { ClosingPrice, PickForecastRecord, UnclosedLeg } from '../../repositories/forecast-records.ts'
import type { PastPrices, PricesRequest } from '../../repositories/odds.ts'
import { fakeDeps } from '../../testing/fake-deps.ts'
import { closeLegs, priceRecords, sidePrice } from './leg-prices.ts'

const at = '2026-07-18T16:00:00Z'
const QUOTES: PastPrices['quotes'] = [
  { book: 'north', line: 5.5, over: -110, under: -110, at },
  { book: 'south', line: 5.5, over: 105, under: -125, at },
  { book: 'west', line: 5.5, over: 115, under: null, at },
  { book: 'south', line: 6.5, over: 180, under: -230, at },
]
const pastPrices = (quotes: PastPrices['quotes']): PastPrices => ({
  startsAt: '2026-07-18T17:05:00Z',
  readAt: '2026-07-18T17:04:00Z',
  books: { north: 'North Book', west: 'West Book' },
  quotes,
})

const CLOCK = parseLeagueClock('frozen:2026-07-18T18:00:00Z')

const RECORD: PickForecastRecord = {
  pick_id: 'pick_1752850000000_abc123',
  player_name: 'Mateo Villareal',
  team: 'CIN',
  person_id: 7,
  game_pk: 777,
  league_day: '2026-07-18',
  stat_type: 'Pitcher Strikeouts',
  line: 5.5,
  side: 'OVER',
  odds_type: 'standard',
  promised: 55,
  promised_low: 50,
  promised_high: 60,
  engine: 'test',
  game_time: null,
}

function partsOf(options: {
  pricesAt: (requests: readonly PricesRequest[]) => Promise<(PastPrices | null)[]>
  unclosed?: UnclosedLeg[][]
}) {
  const stored: ClosingPrice[] = []
  const pages = [...(options.unclosed ?? [])]
  const { repositories } = fakeDeps()
  const parts = {
    clock: CLOCK,
    log: pino({ level: 'silent' }),
    repositories: {
      ...repositories,
      odds: { ...repositories.odds, pricesAt: options.pricesAt },
      forecasts: {
        ...repositories.forecasts,
        unclosed: async () => pages.shift() ?? [],
        close: async (prices: readonly ClosingPrice[]) => {
          stored.push(...prices)
          return prices.length
        },
      },
    },
  }
  return { parts, stored }
}

describe('sidePrice', () => {
  it('is the best price of the side at exactly its line, and the mean chance over two-sided books', () => {
    const south = 1 / 2.05 / (1 / 2.05 + 1 / 1.8)
    const over = sidePrice(pastPrices(QUOTES), 5.5, 'OVER')
    expect(over).toMatchObject({ price: 115, price_book: 'West Book' })
    expect(over.no_vig).toBeCloseTo((100 * (0.5 + south)) / 2, 9)
    const under = sidePrice(pastPrices(QUOTES), 5.5, 'UNDER')
    expect(under).toMatchObject({ price: -110, price_book: 'North Book' })
    expect((under.no_vig ?? 0) + (over.no_vig ?? 0)).toBeCloseTo(100, 9)
  })
  it('ignores a price far from those of the other books', () => {
    const at = QUOTES[0]?.at ?? ''
    const far = { book: 'east', line: 5.5, over: -100_000, under: 5_000, at }
    expect(sidePrice(pastPrices([...QUOTES, far]), 5.5, 'UNDER')).toEqual(
      sidePrice(pastPrices(QUOTES), 5.5, 'UNDER'),
    )
  })
  it('is null at a line that no book quotes', () => {
    expect(sidePrice(pastPrices(QUOTES), 4.5, 'OVER')).toEqual({
      price: null,
      price_book: null,
      no_vig: null,
    })
  })
})

describe('priceRecords', () => {
  it('adds the prices of the moment to each record; a record without a player has none', async () => {
    const asked: PricesRequest[][] = []
    const { parts } = partsOf({
      pricesAt: async (requests) => {
        asked.push([...requests])
        return requests.map(() => pastPrices(QUOTES))
      },
    })
    const records = await priceRecords(parts, [{ ...RECORD, person_id: null }, RECORD])
    expect(asked).toEqual([
      [{ gamePk: 777, personId: 7, stat: 'Pitcher Strikeouts', line: 5.5, at: '2026-07-18T18:00:00.000Z' }],
    ])
    expect(records.map(({ price, price_book }) => [price, price_book])).toEqual([
      [null, null],
      [115, 'West Book'],
    ])
  })
  it('returns the records unchanged when the prices cannot be read', async () => {
    const { parts } = partsOf({ pricesAt: () => Promise.reject(new Error('away')) })
    expect(await priceRecords(parts, [RECORD])).toEqual([RECORD])
  })
})

describe('closeLegs', () => {
  const leg: UnclosedLeg = {
    id: '0b8f3c1e-6a43-4c8e-9d5f-1f2a3b4c5d6e',
    game_pk: 777,
    person_id: 7,
    stat_type: 'Pitcher Strikeouts',
    line: 5.5,
    side: 'UNDER',
  }
  it('stores the last prices before the start of the game', async () => {
    const asked: PricesRequest[] = []
    const { parts, stored } = partsOf({
      unclosed: [[leg]],
      pricesAt: async (requests) => {
        asked.push(...requests)
        return requests.map(() => pastPrices(QUOTES))
      },
    })
    expect(await closeLegs(parts)).toBe(1)
    expect(asked[0]?.at).toBeNull()
    expect(stored).toEqual([
      { id: leg.id, price: -110, no_vig: sidePrice(pastPrices(QUOTES), 5.5, 'UNDER').no_vig },
    ])
  })
  it('stores that a line was not quoted any more', async () => {
    const { parts, stored } = partsOf({ unclosed: [[leg]], pricesAt: async () => [null] })
    await closeLegs(parts)
    expect(stored).toEqual([{ id: leg.id, price: null, no_vig: null }])
  })
})
