import { parseLeagueClock } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import type { ClosingPrice, PickForecastRecord, UnclosedLeg } from '../../repositories/forecast-records.ts'
import type { PastPrices, PricesRequest } from '../../repositories/odds.ts'
import { fakeDeps } from '../../testing/fake-deps.ts'
import type { MarketOfPlayer, OfferedPrice } from '../props/show-forecasts.ts'
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
  books: TITLES,
  quotes,
})

const TITLES: Record<string, string> = { north: 'North Book', west: 'West Book' }
const offered: OfferedPrice[] = QUOTES.map(({ at: _, ...quote }) => ({
  ...quote,
  title: TITLES[quote.book] ?? quote.book,
}))
const OVER = { line: 5.5, side: 'OVER' } as const
const UNDER = { line: 5.5, side: 'UNDER' } as const

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

describe('sidePrice', () => {
  it('is the best price of the side at exactly its line, and the mean chance over two-sided books', () => {
    const south = 1 / 2.05 / (1 / 2.05 + 1 / 1.8)
    const over = sidePrice(offered, OVER)
    expect(over).toMatchObject({ price: 115, price_book: 'West Book' })
    expect(over.no_vig).toBeCloseTo((100 * (0.5 + south)) / 2, 9)
    const under = sidePrice(offered, UNDER)
    expect(under).toMatchObject({ price: -110, price_book: 'North Book' })
    expect((under.no_vig ?? 0) + (over.no_vig ?? 0)).toBeCloseTo(100, 9)
  })
  it('is the best one of the user’s books, beside the chance by all books', () => {
    const { no_vig } = sidePrice(offered, OVER)
    expect(sidePrice(offered, OVER, ['north', 'south'])).toEqual({ price: 105, price_book: 'south', no_vig })
    expect(sidePrice(offered, OVER, ['east'])).toEqual({ price: null, price_book: null, no_vig })
  })
  it('is null at a line that no book quotes', () => {
    expect(sidePrice(offered, { ...OVER, line: 4.5 })).toEqual({
      price: null,
      price_book: null,
      no_vig: null,
    })
  })
})

describe('priceRecords', () => {
  it('adds the prices on which the shown probability rests; a record without a player has none', async () => {
    const asked: MarketOfPlayer[] = []
    const propEvidence = async () => (market: MarketOfPlayer) => {
      asked.push(market)
      return { quotes: offered } as never
    }
    const records = await priceRecords(
      { propEvidence },
      [{ ...RECORD, person_id: null }, RECORD, { ...RECORD, pick_id: 'own' }],
      (id) => (id === 'own' ? ['south'] : null),
    )
    const market = { gamePk: 777, personId: 7, stat: 'Pitcher Strikeouts', startsAt: null }
    expect(asked[0]).toEqual({ ...market, names: ['Mateo Villareal'], team: 'CIN' })
    expect(records.map(({ price, price_book }) => [price, price_book])).toEqual([
      [undefined, undefined],
      [115, 'West Book'],
      [105, 'south'],
    ])
  })
})

/** A database of lines whose closing prices are not stored. */
function partsOf(
  unclosed: UnclosedLeg[],
  pricesAt: (requests: readonly PricesRequest[]) => Promise<(PastPrices | null)[]>,
) {
  const stored: ClosingPrice[] = []
  const { repositories } = fakeDeps()
  const forecasts = {
    ...repositories.forecasts,
    unclosed: async () => unclosed,
    close: async (prices: readonly ClosingPrice[]) => {
      stored.push(...prices)
      return prices.length
    },
  }
  const odds = { ...repositories.odds, pricesAt }
  return { parts: { clock: CLOCK, repositories: { ...repositories, odds, forecasts } }, stored }
}

describe('closeLegs', () => {
  const leg: UnclosedLeg = {
    id: '0b8f3c1e-6a43-4c8e-9d5f-1f2a3b4c5d6e',
    game_pk: 777,
    person_id: 7,
    stat_type: 'Pitcher Strikeouts',
    line: 5.5,
    side: 'UNDER',
    price_book: 'North Book',
  }
  const { no_vig } = sidePrice(offered, UNDER)
  const closed = async (book: string | null, quotes = QUOTES) => {
    const { parts, stored } = partsOf([{ ...leg, price_book: book }], async (requests) =>
      requests.map(() => pastPrices(quotes)),
    )
    await closeLegs(parts)
    return stored
  }
  it('stores the last prices before the start of the game', async () => {
    const asked: PricesRequest[] = []
    const { parts, stored } = partsOf([leg], async (requests) => {
      asked.push(...requests)
      return requests.map(() => pastPrices(QUOTES))
    })
    expect(await closeLegs(parts)).toBe(1)
    expect(asked[0]?.at).toBeNull()
    expect(stored).toEqual([{ id: leg.id, price: -110, no_vig }])
  })
  it('stores the price of the recorded book, and none of another', async () => {
    expect(await closed('south')).toEqual([{ id: leg.id, price: -125, no_vig }])
    for (const book of ['West Book', 'East Book', null])
      expect(await closed(book)).toEqual([{ id: leg.id, price: null, no_vig }])
  })
  it('ignores a price far from those of the other books', async () => {
    const far = { book: 'east', line: 5.5, over: -100_000, under: 5_000, at }
    expect(await closed('North Book', [...QUOTES, far])).toEqual(await closed('North Book'))
    expect(await closed('east', [...QUOTES, far])).toEqual([{ id: leg.id, price: null, no_vig }])
  })
  it('stores that a line was not quoted any more', async () => {
    const { parts, stored } = partsOf([leg], async () => [null])
    await closeLegs(parts)
    expect(stored).toEqual([{ id: leg.id, price: null, no_vig: null }])
  })
})
