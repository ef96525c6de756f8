import { findStatType } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream, upstreamFailure } from '../testing/test-upstream.ts'

const BASE = '/apis/site/v2/sports/basketball/nba'
const LABELS = ['MIN', 'PTS', 'FG', '3PT', 'FT', 'REB', 'AST', 'TO', 'STL', 'BLK', 'OREB']
const LINE = ['34', '25', '9-17', '3-8', '4-5', '7', '6', '2', '1', '0', '1']

interface EventChanges {
  id?: string
  date?: string
  home?: string
  away?: string
  type?: number
  state?: 'pre' | 'in' | 'post'
  name?: string
}

const espnEvent = ({ id = '1', date = '2026-01-15T00:30Z', ...rest }: EventChanges = {}) => {
  const { home = 'GS', away = 'BOS', type = 2, state = 'pre', name = 'STATUS_SCHEDULED' } = rest
  const side = (homeAway: string, abbreviation: string, score: string) => ({
    homeAway,
    score,
    team: { id: '9', abbreviation, displayName: abbreviation },
  })
  return {
    id,
    date,
    season: { year: 2026, type },
    status: { type: { state, name, completed: state === 'post' } },
    competitions: [{ competitors: [side('home', home, '101'), side('away', away, '99')] }],
  }
}

const athlete = (id: string, displayName: string, changes: object = {}) => ({
  athlete: { id, displayName, position: { abbreviation: 'G' } },
  starter: true,
  didNotPlay: false,
  stats: LINE,
  ...changes,
})
const summary = (athletes: readonly object[], away: readonly object[] = []) => ({
  header: { id: '1' },
  boxscore: {
    players: [
      { team: { abbreviation: 'GS' }, statistics: [{ labels: LABELS, athletes }] },
      { team: { abbreviation: 'BOS' }, statistics: [{ labels: LABELS, athletes: away }] },
    ],
  },
})

/** Starts the client with the events of the scoreboard, and the box score of every game, or of each by its id. */
async function start(
  events: readonly object[] | ((dates: string) => readonly object[]),
  box: object | ((event: string) => object) = {},
  injuries: object = { injuries: [] },
) {
  const { upstream, ...rest } = await startUpstream(
    (url) => {
      if (url.pathname === `${BASE}/scoreboard`)
        return { events: typeof events === 'function' ? events(url.searchParams.get('dates') ?? '') : events }
      if (url.pathname !== `${BASE}/summary`) return injuries
      return typeof box === 'function' ? box(url.searchParams.get('event') ?? '') : box
    },
    () => ({ sports: ['MLB', 'NBA'] }),
  )
  const [nba] = upstream.leagues
  if (!nba) throw new Error('the sport is not open')
  return { nba, upstream, ...rest }
}

describe('the NBA client', () => {
  it('opens no sport unless it is named', async () => {
    const { upstream } = await startUpstream(() => ({}))
    expect(upstream.leagues).toEqual([])
  })

  it('lists the games of a US Eastern day with the codes of the book', async () => {
    const { nba, asked } = await start([
      espnEvent({ id: '1' }),
      espnEvent({ id: '2', date: '2026-01-16T00:30Z' }),
      espnEvent({ id: '3', state: 'post', name: 'STATUS_POSTPONED' }),
      espnEvent({ id: '4', state: 'in', name: 'STATUS_IN_PROGRESS' }),
    ])
    const { value } = await nba.schedule('2026-01-14')
    expect(asked[0]).toBe(`${BASE}/scoreboard?dates=20260114&limit=400`)
    expect(
      value.map(({ gamePk, status }) => [gamePk, status.abstractGameState, status.codedGameState]),
    ).toEqual([
      [1, 'Preview', 'S'],
      [3, 'Final', 'D'],
      [4, 'Live', 'I'],
    ])
    expect(value[0]).toMatchObject({
      officialDate: '2026-01-14',
      gameDate: '2026-01-15T00:30:00Z',
      teams: { home: { team: { abbreviation: 'GSW' } }, away: { team: { abbreviation: 'BOS' } } },
    })
    expect(findStatType('Points')?.group).toBe('basketball')
  })

  it.each([
    ['of teams that are no clubs', { home: 'CLA', away: 'COL' }],
    ['of the preseason', { type: 1 }],
    ['without a number', { id: 'x' }],
  ])('leaves out games %s', async (_, changes) => {
    const { nba } = await start([espnEvent(changes)])
    expect((await nba.schedule('2026-01-14')).value).toEqual([])
  })

  it.each([
    ['in the season', [espnEvent({ state: 'post', date: '2026-01-10T00:30Z' })], false],
    ['before its first game', [], true],
  ])('finds the next day with games %s', async (_, played, opensSeason) => {
    const later = [
      espnEvent({ id: '3', date: '2026-02-20T00:30Z' }),
      espnEvent({ id: '4', date: '2026-02-20T02:30Z' }),
      espnEvent({ id: '5', date: '2026-02-21T00:30Z' }),
    ]
    const { nba } = await start((dates) =>
      [...played, ...later].filter(({ date }) => {
        const day = date.slice(0, 10).replaceAll('-', '')
        const [from = '', to = from] = dates.split('-')
        return day > from && day <= `${Number(to) + 1}`
      }),
    )
    const { value } = await nba.nextGames('2026-01-15')
    expect(value).toEqual({ date: '2026-02-19', games: 2, opensSeason })
    expect((await nba.nextGames('2026-03-01')).value).toBeNull()
  })

  it('reads logs from the box scores of finished games: those who played, with shots inside and outside the arc', async () => {
    const { nba, asked } = await start(
      [espnEvent({ state: 'post', name: 'STATUS_FINAL' })],
      summary([athlete('11', 'Ann Ace'), athlete('12', 'Bo Bench', { didNotPlay: true, stats: [] })]),
    )
    const { value } = await nba.games('2026-01-16')
    expect(value.athletes).toEqual([{ id: 11, fullName: 'Ann Ace', position: 'G', club: 'GSW' }])
    expect(value.games(11)).toEqual([
      {
        date: '2026-01-14',
        gamePk: 1,
        opponent: 'BOS',
        homeAway: 'HOME',
        started: true,
        counts: {
          ...{ minutes: 34, points: 25, rebounds: 7, assists: 6, steals: 1, blocks: 0, turnovers: 2 },
          ...{ twosMade: 6, twosAttempted: 9, threesMade: 3, threesAttempted: 8 },
          ...{ freeThrowsMade: 4, freeThrowsAttempted: 5, offensiveRebounds: 1 },
        },
      },
    ])
    expect(value.games(12)).toEqual([])
    // A finished game is read once, however often the league is, and again after the days of corrections.
    const reads = () => asked.filter((path) => path.includes('/summary')).length
    await nba.games('2026-01-18')
    expect(reads()).toBe(1)
    await nba.games('2026-01-19')
    await nba.games('2026-01-25')
    expect(reads()).toBe(2)
  })

  it('separates the games of a traded player for the last club', async () => {
    const { nba } = await start(
      ['10', '11', '12', '13'].map((day) =>
        espnEvent({ id: day, date: `2026-01-${day}T23:30Z`, state: 'post', name: 'STATUS_FINAL' }),
      ),
      (day) => {
        const traded = [athlete('11', 'Ann Ace')]
        return day < '12' ? summary([], traded) : summary(traded)
      },
    )
    const { value } = await nba.games('2026-01-16')
    const ids = (games: readonly { gamePk: number }[]) => games.map(({ gamePk }) => gamePk)
    expect(ids(value.games(11))).toEqual([10, 11, 12, 13])
    expect(ids(value.gamesSinceTrade(11, 'GSW'))).toEqual([12, 13])
    expect(value.gamesSinceTrade(11, 'BOS')).toEqual([])
    expect(value.gamesSinceTrade(12, 'GSW')).toEqual([])
  })

  it.each([
    ['a missing shot table as unknown', { 3: '--' }, { threesMade: null, twosMade: null, points: 25 }],
    ['missing rebounds as an unreadable line', { 5: '--' }, null],
  ])('takes %s', async (_, changes, expected) => {
    const stats = Object.assign([...LINE], changes)
    const { nba } = await start(
      [],
      summary([athlete('11', 'Ann Ace', { stats }), athlete('12', 'Cy Center')]),
    )
    const { value } = await nba.boxScore(1, true)
    if (expected) expect(value.countsOf(11)).toMatchObject(expected)
    else expect(() => value.countsOf(11)).toThrow('cannot be read')
    expect(value.countsOf(12)).toMatchObject({ points: 25 })
    expect(value.countsOf(13)).toBeNull()
  })

  it('reads who is out, by the number in the address of the player’s page', async () => {
    const report = (
      id: string,
      status: string,
      links = [{ href: `https://www.espn.com/nba/player/_/id/${id}/x` }],
    ) => ({
      status,
      date: '2026-01-14T20:00Z',
      shortComment: 'Will miss the game.',
      athlete: { displayName: 'Ann Ace', links },
      details: { type: 'Knee' },
    })
    const statuses = [
      'Out',
      'Day-To-Day',
      'Suspension',
      'Out For Season',
      'Doubtful',
      'Physically Unable to Perform',
    ]
    const reports = [
      ...statuses.map((status, at) => report(String(11 + at), status)),
      report('19', 'Out', []),
    ]
    const { nba } = await start(
      [],
      {},
      { injuries: [{ displayName: 'Golden State Warriors', injuries: reports }] },
    )
    const { value } = await nba.absences()
    expect([...value.keys()]).toEqual([11, 13, 14, 16])
    expect(value.get(11)).toEqual({
      ...{ name: 'Ann Ace', club: 'GSW', hasMarkets: true, at: '2026-01-14T20:00Z' },
      availability: { state: 'out', label: 'Out: knee', date: '2026-01-14', text: 'Will miss the game.' },
    })
    expect((await nba.absences()).value).toBe(value)
  })

  it('names ESPN in the error of a failing schedule', async () => {
    const { upstream } = await startUpstream(
      (_, response) => refuse(response, 500),
      () => ({ sports: ['MLB', 'NBA'] }),
    )
    const [nba] = upstream.leagues
    if (!nba) throw new Error('the sport is not open')
    expect((await upstreamFailure(nba.schedule('2026-01-14'))).message).toContain('ESPN')
    await upstreamFailure(nba.schedule('2026-01-15'))
    expect(upstream.state().leagues?.breaker).toBe('open')
  })
})
