import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { League } from '../../start-league.ts'
import { startTestLeague } from '../../testing/index.ts'

const NOW = '2026-07-17T20:00:00Z'
const EVENTS = '/v4/sports/baseball_mlb/events'
const KEY = 'a-key'
let league: League
beforeAll(async () => {
  league = await startTestLeague({ clock: parseLeagueClock(`frozen:${NOW}`), control: true })
})
afterAll(() => league.close())

const instant = z.iso.datetime()
const eventSchema = z.strictObject({
  id: z.string().length(32),
  sport_key: z.literal('baseball_mlb'),
  sport_title: z.literal('MLB'),
  commence_time: instant,
  home_team: z.string(),
  away_team: z.string(),
})
const quotesSchema = eventSchema.extend({
  bookmakers: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      markets: z.array(
        z.strictObject({
          key: z.string(),
          last_update: instant,
          outcomes: z.array(
            z.strictObject({
              name: z.enum(['Over', 'Under']),
              description: z.string(),
              price: z.number(),
              point: z.number(),
            }),
          ),
        }),
      ),
    }),
  ),
})

const get = (path: string, query: Record<string, string> = {}, from = league) =>
  fetch(`${from.url}${path}?${new URLSearchParams({ apiKey: KEY, ...query })}`)
const usageOf = async (response: Response) => {
  await response.arrayBuffer()
  return ['x-requests-last', 'x-requests-used', 'x-requests-remaining'].map((name) =>
    Number(response.headers.get(name)),
  )
}
const firstEvent = async (from = league) =>
  z
    .array(eventSchema)
    .min(1)
    .parse(await (await get(EVENTS, {}, from)).json())[0]?.id ?? ''
const oddsPath = async (from = league) => `${EVENTS}/${await firstEvent(from)}/odds`
const MARKETS = { regions: 'us', markets: 'pitcher_strikeouts,batter_hits', oddsFormat: 'american' }

describe('odds service', () => {
  it('lists its sports, and the events of the day, at no cost', async () => {
    const sports = await get('/v4/sports/')
    expect(await sports.json()).toMatchObject([
      { key: 'baseball_mlb', active: true, has_outrights: false },
      { key: 'basketball_nba', active: true, has_outrights: false },
      { key: 'americanfootball_nfl', active: true, has_outrights: false },
    ])
    const events = await get(EVENTS)
    expect((await usageOf(events.clone())).slice(0, 2)).toEqual([0, 0])
    const listed = z.array(eventSchema).parse(await events.json())
    expect(listed).toHaveLength(15)
    const [first] = listed
    const filtered = await get(EVENTS, { eventIds: first?.id ?? '', commenceTimeFrom: NOW })
    expect(await filtered.json()).toEqual([first])
    expect(await (await get(EVENTS, { commenceTimeTo: NOW })).json()).toEqual([])
    const unix = await get(EVENTS, { dateFormat: 'unix' })
    expect(await unix.json()).toMatchObject([
      { commence_time: Date.parse(first?.commence_time ?? '') / 1000 },
      ...listed.slice(1).map(() => ({})),
    ])
  })

  it('quotes the requested markets of the requested books, in American or decimal odds', async () => {
    const path = await oddsPath()
    const american = quotesSchema.parse(await (await get(path, MARKETS)).json())
    expect(american.bookmakers).toHaveLength(8)
    expect(new Set(american.bookmakers.flatMap(({ markets }) => markets.map(({ key }) => key)))).toEqual(
      new Set(['pitcher_strikeouts', 'batter_hits']),
    )
    const { oddsFormat: _, ...decimalQuery } = MARKETS
    const decimal = quotesSchema.parse(await (await get(path, decimalQuery)).json())
    const prices = (answer: typeof american) =>
      answer.bookmakers.flatMap(({ markets }) =>
        markets.flatMap(({ outcomes }) => outcomes.map(({ price }) => price)),
      )
    expect(prices(american).every((price) => Math.abs(price) >= 100)).toBe(true)
    expect(prices(decimal).every((price) => price > 1)).toBe(true)
    const named = { ...MARKETS, bookmakers: 'quietfox,copperfin' }
    const two = quotesSchema.parse(await (await get(path, named)).json())
    expect(two.bookmakers.map(({ key }) => key)).toEqual(['copperfin', 'quietfox'])
    const elsewhere = await get(path, { ...MARKETS, regions: 'uk' })
    expect(await elsewhere.json()).toMatchObject({ bookmakers: [] })
  })

  it('charges the returned markets times regions, and ten times as much for the history', async () => {
    const limited = await startTestLeague({
      clock: parseLeagueClock(`frozen:${NOW}`),
      odds: { key: KEY, allowance: 25 },
    })
    const path = await oddsPath(limited)
    expect(await usageOf(await get(path, MARKETS, limited))).toEqual([2, 2, 23])
    expect(await usageOf(await get(path, { ...MARKETS, regions: 'us,uk' }, limited))).toEqual([4, 6, 19])
    expect(await usageOf(await get(path, { ...MARKETS, markets: 'h2h' }, limited))).toEqual([0, 6, 19])
    const history = path.replace('/v4/', '/v4/historical/')
    const past = { ...MARKETS, date: '2026-07-17T15:00:00Z' }
    expect(await usageOf(await get(history, past, limited))).toEqual([20, 26, 0])
    const refused = await get(path, MARKETS, limited)
    expect(refused.status).toBe(401)
    expect(await usageOf(refused.clone())).toEqual([0, 26, 0])
    expect(await refused.json()).toMatchObject({ error_code: 'OUT_OF_USAGE_CREDITS' })
    const free = await get(EVENTS, {}, limited)
    expect(free.status).toBe(200)
    expect(await free.json()).toHaveLength(15)
    const other = await get(EVENTS, { apiKey: 'another' }, limited)
    expect(other.status).toBe(401)
    expect(await other.json()).toMatchObject({ error_code: 'INVALID_KEY' })
    await limited.close()
  })

  it.each([
    [401, 'MISSING_KEY', { apiKey: '' }],
    [422, 'MISSING_REGION', { regions: '' }],
    [422, 'INVALID_REGION', { regions: 'us,mars' }],
    [422, 'INVALID_MARKET', { markets: 'batter_hits,batter_smiles' }],
    [422, 'INVALID_ODDS_FORMAT', { oddsFormat: 'fractional' }],
    [422, 'INVALID_DATE_FORMAT', { dateFormat: 'roman' }],
  ])('answers %i %s in the form of the service', async (status, code, query) => {
    const response = await get(await oddsPath(), { ...MARKETS, ...query })
    expect(response.status).toBe(status)
    const hash = code.toLowerCase().replaceAll('_', '-')
    expect(await response.json()).toEqual({
      message: expect.stringMatching(/./),
      error_code: code,
      details_url: expect.stringMatching(new RegExp(`#${hash}$`)),
    })
  })

  it('names the invalid markets, and refuses unknown sports, events and times', async () => {
    const invalid = await get(await oddsPath(), { ...MARKETS, markets: 'batter_hits,batter_smiles' })
    expect(await invalid.json()).toMatchObject({ message: expect.stringContaining('batter_smiles') })
    const codeOf = async (path: string, query = {}) => {
      const response = await get(path, { ...MARKETS, ...query })
      const { error_code } = z.object({ error_code: z.string() }).parse(await response.json())
      return `${response.status} ${error_code}`
    }
    expect(await codeOf('/v4/sports/cricket_odi/events')).toBe('404 UNKNOWN_SPORT')
    expect(await codeOf(`${EVENTS}/${'0'.repeat(32)}/odds`)).toBe('404 EVENT_NOT_FOUND')
    expect(await codeOf(`${EVENTS}/17/odds`)).toBe('422 INVALID_EVENT_ID')
    expect(await codeOf(EVENTS, { commenceTimeFrom: 'noon' })).toBe('422 INVALID_COMMENCE_TIME_FROM')
    const history = (await oddsPath()).replace('/v4/', '/v4/historical/')
    expect(await codeOf(history)).toBe('422 MISSING_HISTORICAL_TIMESTAMP')
    const withMilliseconds = { date: '2026-07-17T15:00:00.000Z' }
    expect(await codeOf(history, withMilliseconds)).toBe('422 INVALID_HISTORICAL_TIMESTAMP')
  })

  it('answers injected failures in the form of the service', async () => {
    league.testHooks.fail('/v4/', 429)
    const limited = await get(EVENTS)
    expect(limited.status).toBe(429)
    expect(await limited.json()).toMatchObject({ error_code: 'EXCEEDED_FREQ_LIMIT' })
    league.testHooks.fail('/v4/', 500)
    expect(await (await get(EVENTS)).json()).toEqual({ message: 'Internal error occurred' })
  })

  it('keeps a game without quotes while it is played, and drops it when it is over', async () => {
    const moveTo = (now: string) =>
      fetch(`${league.url}/control/clock`, { method: 'PUT', body: JSON.stringify({ now }) })
    const path = await oddsPath()
    await moveTo('2026-07-17T23:00:00Z')
    const playing = quotesSchema.parse(await (await get(path, MARKETS)).json())
    expect(playing.bookmakers).toEqual([])
    await moveTo('2026-07-18T03:30:00Z')
    expect((await get(path, MARKETS)).status).toBe(404)
    const tomorrow = z.array(eventSchema).parse(await (await get(EVENTS)).json())
    expect(tomorrow.some(({ commence_time }) => commence_time > '2026-07-18T12:00:00Z')).toBe(true)
    const history = await get(path.replace('/v4/', '/v4/historical/'), { ...MARKETS, date: NOW })
    expect(await history.json()).toMatchObject({ timestamp: NOW, data: { bookmakers: expect.any(Array) } })
    await moveTo(NOW)
  })
})
