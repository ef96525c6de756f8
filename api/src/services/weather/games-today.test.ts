import { gamesTodayResponse } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import type { ScoreboardGame } from '../../sources/football/football-client.ts'
import { statsGameSchema } from '../../sources/stats/format/schedule.ts'
import type { Upstream } from '../../sources/upstream.ts'
import { emptyUpstream, fakeDeps } from '../../testing/fake-deps.ts'
import { gamesToday } from './games-today.ts'

/** The league day of the clock in these tests. */
const TODAY = '2026-07-15'
const baseball = (gamePk: number, status: [abstract: string, coded: string], more: object = {}) => ({
  gamePk,
  gameType: 'R',
  season: '2026',
  gameDate: '2026-07-15T23:10:00Z',
  officialDate: TODAY,
  status: { abstractGameState: status[0], codedGameState: status[1], detailedState: '' },
  teams: {
    away: { team: { id: 111, venue: { id: 3 } } },
    home: { team: { id: 109, venue: { id: 15 } } },
  },
  venue: { id: 15, name: 'Chase Field' },
  ...more,
})
const football = (more: Partial<ScoreboardGame> = {}): ScoreboardGame => ({
  id: '9',
  startsAt: '2026-07-15T17:00:00.000Z',
  timeTbd: false,
  state: 'pre',
  status: 'STATUS_SCHEDULED',
  home: 'JAX',
  away: 'WSH',
  stadium: 'EverBank Stadium',
  neutralSite: false,
  ...more,
})
const read = <T>(value: T, readAt = '2026-07-15T16:00:00.000Z', stale = false) => ({
  value,
  readAt,
  ageSeconds: 0,
  stale,
})
const unavailable = async (): Promise<never> => {
  throw new UpstreamError({ service: 'ESPN', failure: 'away' })
}
const limited = async (): Promise<never> => {
  throw new UpstreamError({ service: 'The baseball stats service', failure: 'limited' })
}
const depsOf = (changes: { stats?: Partial<Upstream['stats']>; football?: Partial<Upstream['football']> }) =>
  fakeDeps({
    upstream: {
      ...emptyUpstream,
      stats: { ...emptyUpstream.stats, ...changes.stats },
      football: { ...emptyUpstream.football, ...changes.football },
    },
  })
const withBaseball = (...games: object[]) =>
  depsOf({ stats: { schedule: async () => read(games.map((game) => statsGameSchema.parse(game))) } })
const withFootball = (...games: ScoreboardGame[]) =>
  depsOf({ football: { scoreboard: async () => read(games) } })

describe('baseball games of a day', () => {
  it.each([
    [['Preview', 'S'], 'scheduled'],
    [['Live', 'P'], 'scheduled'],
    [['Live', 'I'], 'live'],
    [['Final', 'O'], 'final'],
    [['Final', 'D'], 'postponed'],
    [['Preview', 'C'], 'postponed'],
  ] as const)('W2 with the status %j are %s', async (status, expected) => {
    const { games } = await gamesToday(withBaseball(baseball(1, [...status])))
    expect(games.baseball.map((game) => game.status)).toEqual([expected])
  })
  it.each([
    ['U', true],
    ['T', true],
    ['I', undefined],
  ])('W2 in play with the code %s are suspended: %s', async (code, suspended) => {
    const { games } = await gamesToday(withBaseball(baseball(1, ['Live', code])))
    expect(games.baseball[0]).toMatchObject({ status: 'live' })
    expect(games.baseball[0]?.suspended).toBe(suspended)
  })
  it('of a doubleheader are listed in the order of their starts with the club codes of the product', async () => {
    const second = { gameNumber: 2, doubleHeader: 'S', gameDate: '2026-07-16T02:40:00Z' }
    const { games } = await gamesToday(
      withBaseball(baseball(2, ['Preview', 'S'], second), baseball(1, ['Preview', 'S'])),
    )
    expect(games.baseball).toEqual([
      {
        id: '1',
        homeTeam: 'AZ',
        awayTeam: 'BOS',
        gameTime: '2026-07-15T23:10:00.000Z',
        stadium: 'Chase Field',
        status: 'scheduled',
        gameNumber: 1,
        timeTbd: false,
        neutralSite: false,
      },
      expect.objectContaining({ id: '2', gameNumber: 2, gameTime: '2026-07-16T02:40:00.000Z' }),
    ])
  })
  it('have a score once they have begun, if the service sends both sides of it', async () => {
    const teams = {
      away: { team: { id: 111, venue: { id: 3 } }, score: 5 },
      home: { team: { id: 109, venue: { id: 15 } }, score: 3 },
    }
    const { games } = await gamesToday(
      withBaseball(
        baseball(1, ['Live', 'I'], { teams }),
        baseball(2, ['Final', 'F'], { teams }),
        baseball(3, ['Preview', 'S'], { teams }),
        baseball(4, ['Final', 'D'], { teams }),
        baseball(5, ['Live', 'I']),
      ),
    )
    const score = { away: 5, home: 3 }
    expect(games.baseball.map((game) => game.score)).toEqual([score, score, undefined, undefined, undefined])
  })
  it.each([
    ['says so', true],
    ['has the placeholder only', false],
    ['has the placeholder and no answer', null],
  ])('get the usual start time when the start is not set: the schedule %s', async (_, startTimeTBD) => {
    const status = { abstractGameState: 'Preview', codedGameState: 'S', detailedState: '', startTimeTBD }
    const game = baseball(1, ['Preview', 'S'], { status, gameDate: '2026-07-15T07:33:00Z' })
    const { games } = await gamesToday(withBaseball(game))
    expect(games.baseball[0]).toMatchObject({ timeTbd: true, gameTime: '2026-07-16T02:10:00.000Z' })
  })
  it('are marked as neutral when played outside the park of the home club', async () => {
    const { games } = await gamesToday(
      withBaseball(baseball(1, ['Preview', 'S'], { venue: { id: 5_000, name: 'London Stadium' } })),
    )
    expect(games.baseball[0]).toMatchObject({ neutralSite: true, stadium: 'London Stadium' })
  })
  it('exclude all-star and guest teams', async () => {
    const teams = { away: { team: { id: 159 } }, home: { team: { id: 160 } } }
    const { games } = await gamesToday(withBaseball(baseball(1, ['Preview', 'S'], { teams })))
    expect(games.baseball).toEqual([])
  })
  it('of a distant day are read through the cached raw path, and other years are refused', async () => {
    const requests: object[] = []
    const deps = depsOf({
      stats: {
        raw: async (path, query) => {
          requests.push({ path, ...query })
          return read({ dates: [{ date: '2026-04-01', games: [baseball(1, ['Final', 'F'])] }] })
        },
      },
    })
    expect((await gamesToday(deps, '2026-04-01')).games.baseball).toHaveLength(1)
    expect(requests).toEqual([
      { path: '/api/v1/schedule', sportId: '1', date: '2026-04-01', hydrate: 'team' },
    ])
    await expect(gamesToday(deps, '2024-04-01')).rejects.toMatchObject({ status: 400 })
  })
})

describe('football games of a day', () => {
  it.each([
    [football(), 'scheduled'],
    [football({ state: 'in' }), 'live'],
    [football({ state: 'post', status: 'STATUS_FINAL' }), 'final'],
    [football({ state: 'post', status: 'STATUS_CANCELED' }), 'postponed'],
    [football({ state: 'pre', status: 'STATUS_POSTPONED' }), 'postponed'],
  ])('W2 get the expected status from state and status (case %#)', async (game, status) => {
    const { games } = await gamesToday(withFootball(game))
    expect(games.football).toMatchObject([{ homeTeam: 'JAX', awayTeam: 'WAS', status }])
  })
  it('have a score once they have begun', async () => {
    const score = { away: 17, home: 20 }
    const { games } = await gamesToday(
      withFootball(football({ state: 'post', status: 'STATUS_FINAL', score }), football({ score })),
    )
    expect(games.football.map((game) => game.score)).toEqual([score, undefined])
  })
  it('keep neutral sites, get the usual kickoff when it is not settled, and need two known teams', async () => {
    const { games } = await gamesToday(
      withFootball(
        football({ timeTbd: true, startsAt: '2026-07-15T04:00:00.000Z' }),
        football({ neutralSite: true, stadium: null }),
        football({ away: 'TBD' }),
      ),
    )
    expect(games.football).toMatchObject([
      { timeTbd: true, gameTime: '2026-07-15T17:00:00.000Z' },
      { neutralSite: true, stadium: 'EverBank Stadium' },
    ])
  })
})

describe('games of today', () => {
  it('W2 are empty lists on a day without games', async () => {
    const answer = await gamesToday(depsOf({}))
    expect(gamesTodayResponse.parse(answer)).toEqual({
      date: TODAY,
      games: { baseball: [], football: [] },
      missing: [],
      readAt: '2026-07-15T16:00:00.000Z',
      stale: false,
    })
  })
  it('name a sport that fails as missing and keep the other sport', async () => {
    const schedule = async () => read([statsGameSchema.parse(baseball(1, ['Live', 'I']))], undefined, true)
    const answer = await gamesToday(depsOf({ stats: { schedule }, football: { scoreboard: unavailable } }))
    expect(answer).toMatchObject({ missing: ['football'], games: { baseball: [{ id: '1' }] }, stale: true })
    const other = await gamesToday(depsOf({ stats: { schedule: limited } }))
    expect(other.missing).toEqual(['baseball'])
  })
  it('name a sport that times out as missing', async () => {
    const scoreboard = () => new Promise<never>(() => undefined)
    const answer = await gamesToday(depsOf({ football: { scoreboard } }), undefined, 20)
    expect(answer.missing).toEqual(['football'])
  })
  it('have the older of both read times', async () => {
    const schedule = async () => read([], '2026-07-15T15:59:30.000Z')
    expect((await gamesToday(depsOf({ stats: { schedule } }))).readAt).toBe('2026-07-15T15:59:30.000Z')
  })
  it('fail with 503 when both sports fail or time out', async () => {
    const both = depsOf({ stats: { schedule: limited }, football: { scoreboard: unavailable } })
    await expect(gamesToday(both)).rejects.toMatchObject({
      status: 503,
      message: 'The baseball stats service asks us to slow down (429). Try again in a moment.',
    })
    const never = () => new Promise<never>(() => undefined)
    const hanging = depsOf({ stats: { schedule: never }, football: { scoreboard: never } })
    await expect(gamesToday(hanging, undefined, 20)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })
  it('fail as unreadable when the schedule of another day cannot be parsed', async () => {
    const deps = depsOf({
      stats: { raw: async () => read({ dates: 'none' }) },
      football: { scoreboard: unavailable },
    })
    await expect(gamesToday(deps, '2026-04-01')).rejects.toMatchObject({ failure: 'unreadable' })
  })
})
