import { describe, expect, it } from 'vitest'
import { scheduledGame } from '../testing/stats-bodies.ts'
import { startUpstream, upstreamFailure } from '../testing/test-upstream.ts'

const on = (date: string, ...games: unknown[]) => ({ date, games })
const over = { state: 'Final', code: 'F' }
const season = async (body: unknown) => {
  const { upstream, asked } = await startUpstream(() => body)
  return { read: upstream.stats.clubSeason(147, 2026), upstream, asked }
}

describe('the season of a club', () => {
  it('N12 is read in one request with the starting pitchers of both sides', async () => {
    const played = scheduledGame({ gamePk: 1, day: '2026-04-02', homeStarter: 5, awayStarter: 6, ...over })
    const coming = scheduledGame({ gamePk: 2, day: '2026-08-02', home: 111, away: 147 })
    const { read, upstream, asked } = await season({
      dates: [on('2026-08-02', coming), on('2026-04-02', played)],
    })
    const side = (clubId: number, starterId: number | null) => ({ clubId, starterId })
    expect((await read).value).toEqual([
      { gamePk: 1, date: '2026-04-02', final: true, home: side(147, 5), away: side(111, 6) },
      { gamePk: 2, date: '2026-08-02', final: false, home: side(111, null), away: side(147, null) },
    ])
    await upstream.stats.clubSeason(147, 2026)
    expect(asked).toEqual([
      '/api/v1/schedule?sportId=1&teamId=147&startDate=2026-01-01&endDate=2026-12-31&gameType=R&hydrate=probablePitcher&fields=dates,date,games,gamePk,officialDate,status,abstractGameState,codedGameState,teams,home,away,team,id,probablePitcher',
    ])
  })
  it.each([['as listed'], ['the other way round']])(
    'lists a rescheduled game once, on the day it was played, with the dates %s',
    async (order) => {
      const moved = on('2026-04-02', {
        ...scheduledGame({ gamePk: 1, day: '2026-05-09', homeStarter: 4, state: 'Final', code: 'D' }),
      })
      const made = on('2026-05-09', scheduledGame({ gamePk: 1, day: '2026-05-09', homeStarter: 5, ...over }))
      const dates = order === 'as listed' ? [moved, made] : [made, moved]
      expect((await (await season({ dates })).read).value).toMatchObject([
        { gamePk: 1, date: '2026-05-09', final: true, home: { starterId: 5 } },
      ])
    },
  )
  it('omits unreadable games and fails when no game is readable', async () => {
    const game = scheduledGame({ gamePk: 1, homeStarter: 5 })
    const strange = {
      ...game,
      gamePk: 3,
      teams: { ...game.teams, home: { ...game.teams.home, probablePitcher: 'soon' } },
    }
    const { read } = await season({
      dates: [on('2026-05-03', { ...game, teams: {} }, 'game', null, game, strange)],
    })
    expect((await read).value.map(({ gamePk, home }) => [gamePk, home.starterId])).toEqual([
      [1, 5],
      [3, null],
    ])
    expect((await (await season({ dates: [] })).read).value).toEqual([])
    for (const invalidBody of [{}, { dates: [on('2026-05-03', {})] }]) {
      expect((await upstreamFailure((await season(invalidBody)).read)).failure).toBe('unreadable')
    }
  })
})
