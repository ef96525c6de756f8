import { ORDER_DAYS } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { clubHittingSplit, clubPitchingSplit, teamStats } from '../testing/stats-bodies.ts'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream, upstreamFailure } from '../testing/test-upstream.ts'

const read = async (body: unknown) => {
  const { upstream } = await startUpstream(() => body)
  return upstream.stats.teamBatting(2026)
}

describe('club totals', () => {
  it('are read for all clubs in one request per group and cached', async () => {
    const { upstream, asked } = await startUpstream((url) =>
      teamStats(
        url.searchParams.get('group') === 'hitting'
          ? [clubHittingSplit(147), clubHittingSplit(111)]
          : [clubPitchingSplit(147)],
      ),
    )
    for (let round = 0; round < 2; round += 1) {
      expect((await upstream.stats.teamBatting(2026)).value.map(({ team }) => team.id)).toEqual([147, 111])
      expect((await upstream.stats.teamPitching(2026)).value).toMatchObject([{ team: { id: 147 } }])
    }
    expect(asked).toEqual([
      '/api/v1/teams/stats?season=2026&sportIds=1&group=hitting&stats=season&gameType=R',
      '/api/v1/teams/stats?season=2026&sportIds=1&group=pitching&stats=season&gameType=R',
    ])
  })
  it('omit unreadable clubs and duplicates', async () => {
    const { stat } = clubHittingSplit(111)
    const strange = [
      { team: { id: 111 }, stat: { ...stat, hits: '812' } },
      { team: { id: 112 }, stat: { ...stat, plateAppearances: null } },
      { stat },
      'club',
    ]
    const { value } = await read(teamStats([clubHittingSplit(147), ...strange, clubHittingSplit(147)]))
    expect(value.map(({ team }) => team.id)).toEqual([147])
  })
  it('are empty before the season and fail when no club is readable', async () => {
    expect((await read({ stats: [] })).value).toEqual([])
    expect((await read({ stats: [{}] })).value).toEqual([])
    for (const invalidBody of [{}, { stats: 'none' }, teamStats(['NaN'])]) {
      expect((await upstreamFailure(read(invalidBody))).failure).toBe('unreadable')
    }
  })
  it('fail without opening the breaker of board requests', async () => {
    const { upstream } = await startUpstream((url, response) =>
      url.pathname === '/api/v1/teams/stats' ? refuse(response, 500) : { people: [] },
    )
    for (let season = 2010; season < 2020; season += 1)
      await upstreamFailure(upstream.stats.teamBatting(season))
    expect(upstream.state()['stats service'].breaker).toBe('closed')
    expect((await upstream.stats.players(2026)).value).toEqual([])
  })
})

describe('club totals of the last 30 days', () => {
  it('cover the 30 days before a league day in one cached request', async () => {
    const { upstream, asked } = await startUpstream(() => teamStats([clubHittingSplit(147, 27)]))
    for (let round = 0; round < 2; round += 1) {
      const { value } = await upstream.stats.recentTeamBatting('2026-05-03')
      expect(value).toMatchObject([{ team: { id: 147 }, stat: { gamesPlayed: 27 } }])
    }
    expect(asked).toEqual([
      '/api/v1/teams/stats?season=2026&sportIds=1&group=hitting&stats=byDateRange&startDate=2026-04-03&endDate=2026-05-02&gameType=R',
    ])
  })
  it('fail when no club is readable', async () => {
    for (const invalidBody of [{}, teamStats(['NaN'])]) {
      const { upstream } = await startUpstream(() => invalidBody)
      const { failure } = await upstreamFailure(upstream.stats.recentTeamBatting('2026-05-03'))
      expect(failure).toBe('unreadable')
    }
  })
  it('fail without blocking season totals and batting orders', async () => {
    const { upstream } = await startUpstream((url, response) => {
      if (url.searchParams.get('stats') === 'byDateRange') return refuse(response, 500)
      return url.pathname === '/api/v1/schedule' ? { dates: [] } : { stats: [] }
    })
    for (let day = 10; day < 20; day += 1)
      await upstreamFailure(upstream.stats.recentTeamBatting(`2026-05-${day}`))
    expect((await upstream.stats.teamBatting(2026)).value).toEqual([])
    expect((await upstream.stats.battingOrders('2026-05-03')).value).toEqual([])
  })
})

describe('batting orders', () => {
  it('fail without blocking club totals', async () => {
    const { upstream } = await startUpstream((url, response) =>
      url.pathname === '/api/v1/schedule' ? refuse(response, 500) : { stats: [] },
    )
    for (let day = 10; day < 20; day += 1)
      await upstreamFailure(upstream.stats.battingOrders(`2026-05-${day}`))
    expect((await upstream.stats.teamBatting(2026)).value).toEqual([])
  })
  it('cover `ORDER_DAYS` days in one request and are empty when unknown', async () => {
    const games = [
      {
        gamePk: 1,
        teams: { home: { team: { id: 147 } }, away: { team: { id: 111 } } },
        lineups: { homePlayers: [{ id: 5 }, { id: 6 }], awayPlayers: [{ id: 7 }] },
      },
      { gamePk: 2, lineups: {} },
      { gamePk: 3, lineups: { homePlayers: 'none' } },
      { gamePk: 4 },
    ]
    const { upstream, asked } = await startUpstream(() => ({ dates: [{ games }] }))
    expect((await upstream.stats.battingOrders('2026-05-03')).value).toEqual([
      { gamePk: 1, homeClub: 147, awayClub: 111, home: [5, 6], away: [7] },
      ...[2, 3, 4].map((gamePk) => ({ gamePk, homeClub: null, awayClub: null, home: [], away: [] })),
    ])
    expect(ORDER_DAYS).toBe(30)
    expect(asked[0]).toContain('startDate=2026-04-03&endDate=2026-05-02&gameType=R&hydrate=lineups&fields=')
  })
})
