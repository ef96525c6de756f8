import { lineOdds } from '@propsight/shared/domain'
import {
  bestQuote,
  decimalOdds,
  findOutOfLine,
  noVigOver,
  withoutOutOfLine,
} from '@propsight/shared/domain/odds'
import { afterEach, describe, expect, it } from 'vitest'
import { sweep } from '../../support/rounds.ts'
import { appearance, board, DAY, EVENING, game, person } from './case-bodies.ts'
import { type RunningCase, type Services, startCase } from './case-fixture.ts'

/** Boards and prices of the whole API, from answers with faults and rare states that occur at the real services. */

const STARTER = 900_001
const services: Services = {
  clock: `${DAY}T13:00:00Z`,
  people: [person(900_010, 'Batter One', 'TOR'), person(STARTER, 'Starter One', 'BOS', 'P')],
  schedules: { [DAY]: [game()] },
}

let running: RunningCase | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})
const start = async (changes: Partial<Services> = {}): Promise<RunningCase> => {
  running = await startCase({ ...services, ...changes })
  return running
}

describe('N8 a board with unusual lines', () => {
  const player = { name: 'Batter One', team: 'TOR', position: 'OF' } as const
  const pitcher = { name: 'Starter One', team: 'BOS', position: 'P' } as const

  it('forecasts an announced starter of one inning as an opener', async () => {
    const starter = { id: STARTER, fullName: 'Starter One' }
    const pitching = Array.from({ length: 22 }, (_, at) => appearance(at, at % 5 === 4, 3, 1))
    const { analyze } = await start({
      schedules: { [DAY]: [game({ homeStarter: starter })] },
      logs: { [STARTER]: { pitching } },
      board: board(pitcher, [{ id: '1', line: 1.5, market: 'Pitcher Strikeouts' }]),
    })
    const { records } = await analyze('Pitcher Strikeouts')
    const record = records.find(({ type }) => type === 'pitcher')
    if (record?.type !== 'pitcher') throw new Error('no record')
    const [forecast] = record.forecasts ?? []
    expect(record).toMatchObject({ forecastNote: 'opener', forecastGame: { gamePk: 910_001 } })
    expect(forecast && lineOdds(forecast.distribution, 1.5).over).toBeGreaterThan(0.15)
    expect(forecast && lineOdds(forecast.distribution, 1.5).over).toBeLessThan(0.33)
  })

  it('reads all pages of the book', async () => {
    const pages = (page: number) =>
      board(
        player,
        [0, 1, 2, 3].map((at) => ({ id: `${page}-${at}`, line: 0.5 + 4 * page + at })),
        7,
        page,
      )
    const opened = await start({ board: pages })
    const { board: lines } = await opened.analyze('Hits')
    expect([lines.players.length, lines.total, lines.skipped]).toEqual([28, 28, 0])
    expect(opened.asked.filter((path) => path.startsWith('/projections'))).toHaveLength(7)
  })

  it('shows lines with null or unknown fields, and counts suspended ones and other markets', async () => {
    const { analyze } = await start({
      board: board(player, [
        { id: '1', line: 0.5, more: { odds_type: null } },
        { id: '2', line: 1.5, more: { odds_type: 'unicorn' } },
        { id: '3', line: 2.5, more: { is_promo: null, game_id: null } },
        { id: '4', line: 3.5, more: { status: 'suspended' } },
        { id: '5', line: 1.5, market: 'Plate Appearances' },
        { id: '5', line: 1.5, market: 'Plate Appearances' },
      ]),
    })
    const { board: all } = await analyze('All Stat Lines')
    expect(all.players.map(({ line, oddsType }) => [line, oddsType])).toEqual([
      [0.5, 'standard'],
      [1.5, 'unknown'],
      [2.5, 'standard'],
    ])
    expect(all).toMatchObject({ skipped: 0, suspended: 1, notOffered: 1 })
  })

  const otherGames: [string, object][] = [
    ['venue', { venue: null }],
    ['club', { teams: null }],
    ['number', { gameNumber: null, doubleHeader: null }],
    ['day', { officialDate: null }],
  ]
  it.each(sweep(1, otherGames))('has its game where another game of the day has no %s', async (_, more) => {
    const teams = {
      home: { team: { id: 133, name: 'Athletics', abbreviation: 'ATH' } },
      away: { team: { id: 119, name: 'Los Angeles Dodgers', abbreviation: 'LAD' } },
    }
    const other = game({ gamePk: 910_003, more: { teams, ...more } })
    const { analyze } = await start({
      schedules: { [DAY]: [game(), other] },
      board: board(player, [{ id: '1', line: 0.5 }]),
    })
    const { board: lines } = await analyze('Hits')
    expect(lines.players).toMatchObject([{ gamePk: 910_001 }])
    expect(lines.gameNotCertain).toBe(0)
  })
})

describe('S11 prices with faults', () => {
  const outcomes = (over: unknown, under: unknown) => [
    { name: 'Over', description: 'Starter One', price: over, point: 5.5 },
    { name: 'Under', description: 'Starter One', price: under, point: 5.5 },
  ]
  const UPDATED = `${DAY}T12:50:00Z`
  const bookmaker = (
    key: string,
    changes: Record<string, unknown> = {},
    market: Record<string, unknown> = {},
  ) => ({
    key,
    title: key,
    last_update: UPDATED,
    markets: [{ key: 'pitcher_strikeouts', last_update: UPDATED, outcomes: outcomes(-115, -115), ...market }],
    ...changes,
  })
  const priced = (...bookmakers: unknown[]) => {
    const event = {
      id: 'e1',
      commence_time: EVENING,
      home_team: 'Boston Red Sox',
      away_team: 'Toronto Blue Jays',
    }
    return { events: [event, event], byId: { e1: { ...event, bookmakers } } }
  }
  const farPrices: [string, number, number | null][] = [
    ['a market that is being closed', -100_000, 5_000],
    ['a side that is being closed', 105, -2_000],
    ['a side that pays far too much', 5_000, null],
  ]
  it.each(sweep(1, farPrices))(
    'of %s count neither as best nor in the consensus of the other books',
    async (_, over, under) => {
      const far = bookmaker(
        'far',
        {},
        { outcomes: outcomes(over, under).filter(({ price }) => price !== null) },
      )
      const { readOdds } = await start({ odds: priced(bookmaker('one'), bookmaker('two'), far) })
      const { problem, props } = await readOdds()
      const quotes = (props[0]?.quotes ?? []).map((quote) => ({
        ...quote,
        over: quote.over && decimalOdds(quote.over),
        under: quote.under && decimalOdds(quote.under),
      }))
      expect([problem, quotes.length]).toEqual([null, 3])
      expect([...findOutOfLine(quotes)].map(({ book }) => book)).toEqual(['far'])
      const credible = withoutOutOfLine(quotes)
      for (const side of ['over', 'under'] as const)
        expect(bestQuote(credible, 5.5, side)?.[side]).toBeCloseTo(1.87, 2)
      expect(noVigOver(credible, 5.5, 'shin')).toBeCloseTo(0.5, 6)
    },
  )
  it('of a game that is listed under two ids count once', async () => {
    const { events, byId } = priced(bookmaker('one'))
    const twice = { events: [...events, { ...events[0], id: 'e2' }], byId: { ...byId, e2: byId.e1 } }
    const { readOdds } = await start({ odds: twice })
    const { problem, props } = await readOdds()
    expect([problem, props.map(({ eventId }) => eventId)]).toEqual([null, ['e1']])
  })

  const times: [string, object, string][] = [
    ['no time of the book', bookmaker('one', { last_update: null }), UPDATED],
    ['no name of the book', bookmaker('one', { title: null }), UPDATED],
    ['no time of the market', bookmaker('one', {}, { last_update: null }), UPDATED],
    ['a time that is not a time', bookmaker('one', {}, { last_update: 'soon' }), UPDATED],
    [
      'a time after the read',
      bookmaker('one', {}, { last_update: '2027-05-23T12:00:00Z' }),
      `${DAY}T13:00:00Z`,
    ],
  ]
  it.each(sweep(2, times))('count with an age that is not after the read: %s', async (_, one, at) => {
    const { readOdds } = await start({ odds: priced(one, bookmaker('two')) })
    const { problem, props, books } = await readOdds()
    expect([problem, books.map(({ key }) => key).toSorted()]).toEqual([null, ['one', 'two']])
    expect(props).toHaveLength(1)
    const quote = props[0]?.quotes.find(({ book }) => book === 'one')
    expect(Date.parse(quote?.confirmedAt ?? '')).toBe(Date.parse(at))
  })
  const brokenBooks: [string, object | null][] = [
    ['markets', bookmaker('one', { markets: null })],
    ['outcomes', bookmaker('one', {}, { outcomes: null })],
    ['prices', bookmaker('one', {}, { outcomes: outcomes(null, null) })],
    ['a key', bookmaker('one', { key: null })],
    ['anything', null],
  ]
  it.each(sweep(1, brokenBooks))(
    'of a book without %s are left out, and those of the others stay',
    async (_, one) => {
      const { readOdds } = await start({ odds: priced(one, bookmaker('two')) })
      const { problem, props } = await readOdds()
      expect(problem).toBeNull()
      expect(props[0]?.quotes.map(({ book }) => book)).toEqual(['two'])
    },
  )
})
