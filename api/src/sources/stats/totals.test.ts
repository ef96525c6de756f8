import { describe, expect, it } from 'vitest'
import { clubHittingSplit, clubPitchingSplit, teamStats } from '../testing/stats-bodies.ts'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream, upstreamFailure } from '../testing/test-upstream.ts'

const hitter = (id: number, games = 150) => ({ player: { id }, stat: clubHittingSplit(1, games).stat })
const pitcher = (id: number, gamesStarted = 30) => {
  const { stat } = clubPitchingSplit(1, 30)
  return { player: { id }, stat: { ...stat, gamesStarted, earnedRuns: 100 } }
}

interface Answers {
  hitters?: unknown
  pitchers?: unknown
}
const seasonOf = async ({ hitters = [hitter(5)], pitchers = [pitcher(7)] }: Answers = {}) => {
  const { upstream, asked } = await startUpstream((url, response) => {
    if (url.pathname === '/api/v1/teams/stats') return teamStats([clubHittingSplit(147)])
    const splits = url.searchParams.get('group') === 'hitting' ? hitters : pitchers
    return splits === undefined ? refuse(response, 500) : { stats: [{ splits }] }
  })
  return { read: () => upstream.stats.seasonTotals(2025), upstream, asked }
}

describe('the totals of a finished season', () => {
  it('are read for all players in three requests and cached', async () => {
    const { read, asked } = await seasonOf()
    for (let round = 0; round < 2; round += 1) {
      const { value } = await read()
      expect(value.hitters).toMatchObject([{ player: { id: 5 }, stat: { plateAppearances: 5_700 } }])
      expect(value.pitchers).toMatchObject([{ player: { id: 7 }, stat: { gamesStarted: 30 } }])
      expect(value.clubs).toMatchObject([{ team: { id: 147 } }])
    }
    expect(asked.map((path) => path.replace(/&fields=.*/, '')).toSorted()).toEqual([
      '/api/v1/stats?season=2025&sportIds=1&group=hitting&stats=season&gameType=R&playerPool=ALL&limit=5000',
      '/api/v1/stats?season=2025&sportIds=1&group=pitching&stats=season&gameType=R&playerPool=ALL&limit=5000',
      '/api/v1/teams/stats?season=2025&sportIds=1&group=hitting&stats=season&gameType=R',
    ])
  })
  it('contain a traded player once, with the whole season', async () => {
    const { read } = await seasonOf({ hitters: [hitter(5, 90), hitter(5, 150), hitter(5, 60)] })
    const { hitters } = (await read()).value
    expect(hitters).toMatchObject([{ stat: { gamesPlayed: 150 } }])
  })
  it('omit unreadable players', async () => {
    const strange = [{ player: { id: 6 }, stat: { hits: '812' } }, { stat: {} }, 'player']
    const { read } = await seasonOf({ hitters: [...strange, hitter(5)] })
    expect((await read()).value.hitters.map(({ player }) => player.id)).toEqual([5])
  })
  it.each([
    ['cannot be read', ['NaN']],
    ['is not a list', 'none'],
  ])('fail when a group %s', async (_, pitchers) => {
    const { read } = await seasonOf({ pitchers })
    expect((await upstreamFailure(read())).failure).toBe('unreadable')
  })
  it('fail without opening the breaker of boards and earlier logs', async () => {
    const { upstream } = await startUpstream((url, response) =>
      url.pathname === '/api/v1/stats' ? refuse(response, 500) : { people: [], stats: [] },
    )
    for (let season = 2010; season < 2020; season += 1)
      await upstreamFailure(upstream.stats.seasonTotals(season))
    expect(upstream.state()['stats service'].breaker).toBe('closed')
    expect((await upstream.stats.players(2026)).value).toEqual([])
  })
})
