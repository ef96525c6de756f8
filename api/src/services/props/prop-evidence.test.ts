import type { OddsProp } from '@propsight/shared/contracts'
import { lineForecast } from '@propsight/shared/domain'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyUpstream, fakeDeps } from '../../testing/fake-deps.ts'
import { aLine } from '../analysis/testing/record-fixtures.ts'
import type { OddsBoard } from '../odds/odds-board.ts'
import { createPropEvidence } from './prop-evidence.ts'
import { type MarketOfPlayer, showForecasts } from './show-forecasts.ts'

const NOW = Date.parse('2026-07-15T16:00:30Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const quote = (
  book: string,
  line: number,
  over: number | null,
  under: number | null,
  confirmedAt = ago(2),
) => ({
  book,
  line,
  over,
  under,
  confirmedAt,
  since: confirmedAt,
})
const aProp = (changes: Partial<OddsProp> = {}): OddsProp => ({
  id: 'e|Total Bases|Bo Bat',
  eventId: 'e',
  player: 'Bo Bat',
  personId: 1,
  team: 'NYY',
  stat: 'Total Bases',
  quotes: [quote('quill', 1.5, -110, -110), quote('tally', 1.5, 100, -120)],
  shown: null,
  ...changes,
})
const START = '2026-07-15T23:05:00Z'
const aBoard = (props: OddsProp[]): OddsBoard => ({
  version: 'v',
  prices: {
    events: [{ id: 'e', startsAt: START, day: '2026-07-15', home: 'NYY', away: 'BOS', gamePk: 77 }],
    books: [{ key: 'quill', title: 'Quill' }],
    props,
  },
  state: { days: [], readAt: null, problem: null },
})
const NO_PRICES = aBoard([])
const MARKET: MarketOfPlayer = {
  gamePk: 77,
  personId: 1,
  stat: 'Total Bases',
  names: ['Bo Bat'],
  team: 'NYY',
  startsAt: START,
}

let lines = [aLine()]
let day = NO_PRICES
let now = NOW
let isBookDown = false
const oddsOf = vi.fn(async (date: string) => (date === '2026-07-15' ? day : NO_PRICES))
const deps = fakeDeps()
const { clock } = deps
const createReader = () =>
  createPropEvidence({
    ...deps,
    clock: { ...clock, now: () => new Date(now), today: () => '2026-07-15' },
    upstream: {
      ...emptyUpstream,
      odds: {} as never,
      lines: {
        board: async () => {
          if (isBookDown) throw new Error('down')
          return {
            value: { lines: lines as never, suspended: [], skipped: 0, notRead: 0 },
            readAt: ago(0),
            ageSeconds: 0,
            stale: false,
          }
        },
      },
    },
    oddsOf,
  })
let read = createReader()

beforeEach(() => {
  lines = [aLine()]
  day = NO_PRICES
  now = NOW
  isBookDown = false
  oddsOf.mockReset()
  read = createReader()
})

describe('the evidence of a prop', () => {
  it('has the standard line and the offered lines of the book for the player, market and game', async () => {
    lines = [
      aLine(),
      aLine({ line: 0.5, oddsType: 'goblin' }),
      aLine({ line: 0.5, promo: true, regularLine: 1.5 }),
      aLine({ line: 2.5, gameTime: '2026-07-16T23:05:00Z' }),
      aLine({ line: 3.5, name: 'Al Arm' }),
    ]
    const evidenceOf = await read()
    expect(evidenceOf(MARKET)?.evidence).toEqual({
      prices: [],
      standardLine: 1.5,
      lineSource: 'pickem',
      offered: [
        { line: 0.5, oddsType: 'goblin' },
        { line: 1.5, oddsType: 'standard' },
      ],
    })
    expect(evidenceOf({ ...MARKET, names: ['B. Bat', 'Bo Bat'] })?.evidence.standardLine).toBe(1.5)
    expect(evidenceOf({ ...MARKET, stat: 'Hits' })).toBeNull()
    expect(evidenceOf({ ...MARKET, names: ['Cy Catch'] })).toBeNull()
  })

  it('has no line that only a promotion has, since it tells nothing about the player', async () => {
    lines = [aLine({ line: 0.5, promo: true })]
    expect((await read())(MARKET)).toBeNull()
  })

  it('has the current prices of the player in the game, without an analysis of anybody', async () => {
    day = aBoard([aProp()])
    const evidenceOf = await read()
    expect(evidenceOf(MARKET)).toMatchObject({
      evidence: { prices: [{ line: 1.5, books: 2, minutes: 1 }], standardLine: 1.5 },
      quotes: [
        { line: 1.5, title: 'Quill' },
        { line: 1.5, title: 'tally' },
      ],
    })
    expect(evidenceOf({ ...MARKET, gamePk: 78, startsAt: null })?.evidence.prices).toEqual([])
    expect(evidenceOf({ ...MARKET, personId: 2 })?.evidence.prices).toEqual([])
  })

  it('uses the line of most sportsbooks where the book has none', async () => {
    lines = []
    day = aBoard([aProp({ quotes: [quote('quill', 2.5, 120, null)] })])
    expect((await read())(MARKET)?.evidence).toEqual({
      prices: [],
      standardLine: 2.5,
      lineSource: 'books',
      offered: [],
    })
  })

  it('drops prices that became stale, by the minute', async () => {
    day = aBoard([aProp()])
    now = NOW + 29 * 60_000
    expect((await read())(MARKET)?.evidence.prices).toEqual([])
  })

  it('is the same object until a source or the minute changes', async () => {
    const first = await read()
    now = NOW + 20_000
    expect(await read()).toBe(first)
    day = aBoard([aProp()])
    expect(await read()).not.toBe(first)
  })

  it('lacks the prices where they cannot be read', async () => {
    oddsOf.mockRejectedValue(new Error('down'))
    expect((await read())(MARKET)?.evidence).toMatchObject({ prices: [], standardLine: 1.5 })
  })

  it('remains while lines and prices cannot be read', async () => {
    day = aBoard([aProp()])
    const before = await read()
    isBookDown = true
    oddsOf.mockRejectedValue(new Error('down'))
    expect(await read()).toBe(before)
    now = NOW + 29 * 60_000
    expect((await read())(MARKET)?.evidence).toMatchObject({ prices: [], standardLine: 1.5 })
  })

  it('is built once a minute also where the book was never read', async () => {
    isBookDown = true
    expect(await read()).toBe(await read())
  })

  it('has the same keys in whatever order the book lists its lines', async () => {
    lines = [aLine({ line: 2.5 }), aLine()]
    const first = (await read())(MARKET)
    lines = lines.toReversed()
    expect((await read())(MARKET)).toEqual(first)
  })
})

describe('the forecasts that are shown', () => {
  const distribution = { least: 0, atLeast: [1, 0.8, 0.6, 0.2] }
  const band = { distribution, low: distribution, high: distribution }
  const forecasts = [
    { stat: 'Total Bases', ...band, mean: 1.6 },
    { stat: 'Hits', ...band, mean: 1.6 },
  ]
  const { stat: _, ...subject } = MARKET

  it('have the books’ chance at the line where a price is known, and the prices that can be taken', async () => {
    day = aBoard([aProp()])
    const [bases, hits] = showForecasts(forecasts, subject, await read())
    const { chance, basis, price } = lineForecast(bases as never, { line: 1.5, oddsType: 'standard' }, 'OVER')
    expect(basis).toBe('price')
    expect(price).toEqual({ line: 1.5, books: 2, minutes: 1 })
    expect(chance).toBeGreaterThan(0.47)
    expect(chance).toBeLessThan(0.53)
    expect(bases?.shown?.quotes).toEqual([
      { line: 1.5, book: 'quill', title: 'Quill', over: -110, under: -110, confirmedAt: ago(2) },
      { line: 1.5, book: 'tally', title: 'tally', over: 100, under: -120, confirmedAt: ago(2) },
    ])
    expect(hits).toBe(forecasts[1])
  })

  it('are not composed again while only the age of prices changes', async () => {
    day = aBoard([aProp()])
    const [first] = showForecasts(forecasts, subject, await read())
    now = NOW + 60_000
    const [second] = showForecasts(forecasts, subject, await read())
    expect(second?.shown?.prices).toEqual([{ line: 1.5, books: 2, minutes: 2 }])
    expect(second?.shown?.distribution).toBe(first?.shown?.distribution)
    day = aBoard([aProp({ quotes: [quote('quill', 1.5, 120, -140)] })])
    const [moved] = showForecasts(forecasts, subject, await read())
    expect(moved?.shown?.distribution).not.toEqual(first?.shown?.distribution)
  })

  it('are the same objects while nothing changes', async () => {
    const first = showForecasts(forecasts, subject, await read())
    now = NOW + 60_000
    expect(showForecasts(forecasts, subject, await read())).toBe(first)
    lines = [aLine({ line: 2.5 })]
    expect(showForecasts(forecasts, subject, await read())).not.toBe(first)
  })
})
