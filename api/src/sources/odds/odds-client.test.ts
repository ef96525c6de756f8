import { createServer } from 'node:net'
import { MLB_ODDS } from '@propsight/shared/domain'
import { NBA_ODDS } from '@propsight/shared/domain/sports/nba'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { createMetrics } from '../../platform/metrics.ts'
import { NO_TELEMETRY } from '../../platform/telemetry/telemetry.ts'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream, upstreamFailure } from '../testing/test-upstream.ts'
import type { UpstreamOptions } from '../upstream.ts'
import type { OddsUsage } from './odds-client.ts'

const KEY = 'secret0key0secret0key'
const HITS = {
  key: 'baseball_mlb',
  markets: [{ key: 'batter_hits', stat: 'Hits', hasAlternates: true }],
}
const EVENT = {
  id: 'e1',
  commence_time: '2026-07-18T23:05:00Z',
  home_team: 'Boston Red Sox',
  away_team: 'New York Yankees',
}
const outcome = (
  name: string,
  price: unknown,
  point: unknown = 5.5,
  description: unknown = 'Mateo Villareal',
) => ({
  name,
  description,
  price,
  point,
})
const market = (outcomes: object[], key = 'pitcher_strikeouts') => ({
  key,
  last_update: '2026-07-18T12:00:00Z',
  outcomes,
})
const answer = (...markets: object[]) => ({
  ...EVENT,
  bookmakers: [{ key: 'north', title: 'North Book', markets }],
})

async function startOdds(reply: Parameters<typeof startUpstream>[0], more: Partial<UpstreamOptions> = {}) {
  const started = await startUpstream(reply, (url) => ({ odds: { url, key: KEY }, ...more }))
  const { odds } = started.upstream
  if (!odds) throw new Error('no odds source')
  return { ...started, odds }
}
const pricesOf = async (...markets: object[]) => {
  const { odds } = await startOdds(() => answer(...markets))
  const { prices, skipped } = await odds.eventOdds(MLB_ODDS, 'e1')
  return { skipped, prices: prices.map(({ stat, line, over, under }) => [stat, line, over, under]) }
}

describe('the odds client', () => {
  it('requests American odds of US books for the given markets, with the key', async () => {
    const { odds, asked } = await startOdds((url) => (url.pathname.endsWith('/events') ? [EVENT] : answer()))
    const [event] = await odds.events(MLB_ODDS)
    expect(event).toEqual({
      id: 'e1',
      startsAt: '2026-07-18T23:05:00.000Z',
      home: 'Boston Red Sox',
      away: 'New York Yankees',
    })
    await odds.eventOdds(HITS, 'e1')
    expect(asked).toEqual([
      `/v4/sports/baseball_mlb/events?apiKey=${KEY}&dateFormat=iso`,
      `/v4/sports/baseball_mlb/events/e1/odds?apiKey=${KEY}&regions=us&markets=batter_hits,batter_hits_alternate` +
        '&oddsFormat=american&dateFormat=iso',
    ])
  })
  it('reads the markets of another sport under its key, and none of baseball', async () => {
    const points = market([outcome('Over', -115, 24.5), outcome('Under', -105, 24.5)], 'player_points')
    const { odds, asked } = await startOdds(() => answer(points, market([outcome('Over', -110)])))
    const { prices } = await odds.eventOdds(NBA_ODDS, 'e1')
    expect(prices.map(({ stat, line, over, under }) => [stat, line, over, under])).toEqual([
      ['Points', 24.5, -115, -105],
    ])
    expect(asked[0]).toMatch(/sports\/basketball_nba\/events\/e1\/odds\?.+&markets=player_points,/)
    expect(asked[0]).not.toContain('batter_')
  })
  it('joins the sides of a line, and keeps one-sided lines', async () => {
    expect(
      await pricesOf(market([outcome('Over', -120), outcome('Under', 100), outcome('Over', 210, 7.5)])),
    ).toEqual({
      skipped: 0,
      prices: [
        ['Pitcher Strikeouts', 5.5, -120, 100],
        ['Pitcher Strikeouts', 7.5, 210, null],
      ],
    })
  })
  it('counts a line of the main market once when the alternate lines repeat it', async () => {
    const alternates = market(
      [outcome('Over', -125), outcome('Over', 210, 7.5)],
      'pitcher_strikeouts_alternate',
    )
    expect(await pricesOf(alternates, market([outcome('Over', -120), outcome('Under', 100)]))).toEqual({
      skipped: 0,
      prices: [
        ['Pitcher Strikeouts', 5.5, -120, 100],
        ['Pitcher Strikeouts', 7.5, 210, null],
      ],
    })
  })
  it.each([
    ['a price of 0', outcome('Under', 0)],
    ['a price of 50', outcome('Under', 50)],
    ['a price of -50', outcome('Under', -50)],
    ['a fractional price', outcome('Under', -110.5)],
    ['a missing price', outcome('Under', null)],
    ['no line', outcome('Under', 100, null)],
    ['no player', outcome('Under', 100, 5.5, '')],
    ['an unknown side', outcome('Yes', 100)],
  ])('skips and counts a side with %s, and keeps the other side', async (_, invalid) => {
    expect(await pricesOf(market([outcome('Over', -120), invalid]))).toEqual({
      skipped: 1,
      prices: [['Pitcher Strikeouts', 5.5, -120, null]],
    })
  })
  it('ignores markets that the product does not have', async () => {
    expect(await pricesOf(market([outcome('Over', -120)], 'h2h'))).toEqual({ skipped: 0, prices: [] })
  })

  it.each([
    [401, 'The odds service refuses our requests (401).'],
    [422, 'The odds service rejected that request (422).'],
    [429, 'The odds service asks us to slow down (429).'],
    [500, 'The odds service is failing (500).'],
  ])(
    'reports status %i with the credits of the answer, and does not repeat the request',
    async (status, text) => {
      const { odds, asked } = await startOdds((_, response) =>
        refuse(response, status, {
          'x-requests-remaining': '17',
          'x-requests-last': '0',
          'retry-after': '1',
        }),
      )
      const usages: OddsUsage[] = []
      const error = await upstreamFailure(odds.eventOdds(MLB_ODDS, 'e1', (usage) => usages.push(usage)))
      expect(error.message).toContain(text)
      expect(usages).toEqual([{ cost: 0, remaining: 17 }])
      expect(asked).toHaveLength(1)
    },
  )
  it.each<[string, Parameters<typeof startUpstream>[0]]>([
    ['invalid JSON', (_, response) => void response.end('<html>')],
    ['another shape', () => ({ ...EVENT })],
    [
      'a truncated body',
      (_, response) => {
        response.writeHead(200, { 'content-length': '5000' })
        response.write('{"id":"e1",', () => response.destroy())
      },
    ],
  ])('reports %s once, and does not repeat the request', async (_, reply) => {
    const { odds, asked } = await startOdds(reply)
    const error = await upstreamFailure(odds.eventOdds(MLB_ODDS, 'e1'))
    expect(error.message).toMatch(/^The odds service (sent an answer that cannot be read|is not answering)/)
    expect(asked).toHaveLength(1)
  })
  it('gives up a request without an answer, and does not repeat it', async () => {
    // Long enough to connect on a busy machine.
    const { odds, asked } = await startOdds(() => undefined, { longestCallMs: 500 })
    const error = await upstreamFailure(odds.eventOdds(MLB_ODDS, 'e1'))
    expect(error.message).toContain('The odds service is not answering')
    expect(asked).toHaveLength(1)
  })

  it('shows the key in no log, error, metric or span, however a request ends', async () => {
    const lines: string[] = []
    const metrics = createMetrics()
    const seen: unknown[] = []
    const telemetry = {
      ...NO_TELEMETRY,
      span: vi.fn(async (...[kind, name, attributes, work]: Parameters<typeof NO_TELEMETRY.span>) => {
        seen.push(kind, name, attributes)
        return NO_TELEMETRY.span(kind, name, attributes, work).catch((error: unknown) => {
          seen.push(error)
          throw error
        })
      }) as typeof NO_TELEMETRY.span,
    }
    const closed = createServer((socket) => socket.destroy())
    await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening))
    const address = closed.address()
    const unreachable = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const statuses = [200, 401, 422, 429, 500]
    const { odds } = await startOdds(
      (_, response) => {
        const status = statuses.shift() ?? 200
        return status === 200 ? void response.end('{') : refuse(response, status)
      },
      { log, metrics, telemetry },
    )
    const other = await startOdds(() => [], { log, metrics, telemetry, odds: { url: unreachable, key: KEY } })
    const errors = [
      ...(await Promise.all([1, 2, 3, 4, 5].map(() => upstreamFailure(odds.eventOdds(MLB_ODDS, 'e1'))))),
      await upstreamFailure(other.odds.events(MLB_ODDS)),
    ]
    await new Promise((done) => closed.close(done))
    for (const error of errors) {
      for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
        seen.push(cause.message, cause.stack, JSON.stringify(cause))
      }
    }
    expect(lines.length).toBeGreaterThan(0)
    expect(seen.length).toBeGreaterThan(0)
    const texts = [...lines, await metrics.registry.metrics(), JSON.stringify(seen)]
    expect(texts.filter((text) => text.includes(KEY))).toEqual([])
  })
})
