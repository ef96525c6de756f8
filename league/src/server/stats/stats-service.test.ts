import {
  hittingSplitSchema,
  pitchingSplitSchema,
  seasonTotal,
  statsAnswerSchema,
  statsBoxscoreSchema,
  statsErrorSchema,
  statsFeedSchema,
  statsLinescoreSchema,
  statsPeopleSchema,
  statsPersonLogSchema,
  statsScheduleSchema,
  statsTeamsSchema,
  statsVenuesSchema,
} from '@propsight/api/wire-formats'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { League } from '../../index.ts'
import { startTestLeague } from '../../testing/index.ts'

const DAY = '2026-07-17'
const clock = parseLeagueClock(`frozen:${DAY}T14:00:00Z`)
let league: League

beforeAll(async () => {
  league = await startTestLeague({ clock })
})
afterAll(async () => {
  await league.close()
})

const raw = (path: string) => fetch(`${league.url}${path}`)
const get = async (path: string): Promise<unknown> => {
  const response = await raw(path)
  expect(response.status, path).toBe(200)
  return response.json()
}
const people = () => league.testHooks.world().people
const starter = () =>
  league.testHooks.world().games.find(({ date, probables }) => date === DAY && probables?.home)?.probables
    ?.home ?? 0
const batter = () =>
  league.testHooks.world().games.find(({ date }) => date === DAY)?.lineups?.home[0]?.id ?? 0
const finished = () =>
  league.testHooks.world().games.find(({ season, result }) => season === 2026 && result)?.pk ?? 0
const stat = (value: unknown, key: string): number => Number((value as Record<string, unknown>)[key])

describe('paths of the stats service', () => {
  it('return people by ids, by name, alone and by season', async () => {
    const ids = people()
      .slice(0, 40)
      .map(({ id }) => id)
    const many = statsPeopleSchema.parse(await get(`/api/v1/people?personIds=${ids.join(',')}`))
    expect(many.people.map(({ id }) => id)).toEqual(ids)
    const all = statsPeopleSchema.parse(await get('/api/v1/sports/1/players?season=2026'))
    expect(all.people).toHaveLength(people().length)
    expect(all.people.every(({ currentTeam }) => currentTeam)).toBe(true)
    const accented = people().find(({ fullName }) => /[áéíóú]/.test(fullName))
    const plain = accented?.fullName.normalize('NFD').replace(/\p{M}/gu, '') ?? ''
    const found = statsPeopleSchema.parse(
      await get(`/api/v1/people/search?names=${encodeURIComponent(plain)}`),
    )
    expect(found.people.map(({ id }) => id)).toContain(accented?.id)
    const one = statsPeopleSchema.parse(await get(`/api/v1/people/${ids[0]}?hydrate=currentTeam`))
    expect(one.people[0]?.currentTeam?.name).toBeDefined()
  })

  it('hydrate game logs of both groups that sum to the season totals', async () => {
    for (const [id, group, schema] of [
      [batter(), 'hitting', hittingSplitSchema],
      [starter(), 'pitching', pitchingSplitSchema],
    ] as const) {
      const hydrate = `stats(group=[${group}],type=[gameLog],season=2026)`
      const body = await get(`/api/v1/people?personIds=${id}&hydrate=${encodeURIComponent(hydrate)}`)
      const person = z.object({ people: z.array(statsPersonLogSchema) }).parse(body).people[0]
      const splits = (person?.stats[0]?.splits ?? []).map((split) => schema.parse(split))
      expect(splits.length).toBeGreaterThan(5)
      expect(splits.map(({ date }) => date)).toEqual(splits.map(({ date }) => date).toSorted())
      expect(splits.every(({ date }) => date < DAY)).toBe(true)
      const answer = statsAnswerSchema.parse(
        await get(`/api/v1/people/${id}/stats?stats=season&group=${group}&season=2026`),
      )
      const total = seasonTotal(answer.stats[0]?.splits ?? [])?.stat ?? {}
      for (const key of ['hits', 'strikeOuts', 'homeRuns', 'baseOnBalls', 'runs']) {
        expect(
          splits.reduce((sum, split) => sum + stat(split.stat, key), 0),
          key,
        ).toBe(stat(total, key))
      }
    }
  })

  it('return splits by hand, place and time of day that sum to the season', async () => {
    const id = batter()
    const season = statsAnswerSchema.parse(
      await get(`/api/v1/people/${id}/stats?stats=season&group=hitting&season=2026`),
    )
    const total = seasonTotal(season.stats[0]?.splits ?? [])?.stat
    for (const codes of [
      ['vl', 'vr'],
      ['h', 'a'],
      ['d', 'n'],
    ]) {
      const path = `/api/v1/people/${id}/stats?stats=statSplits&group=hitting&season=2026&sitCodes=${codes.join(',')}`
      const splits = statsAnswerSchema.parse(await get(path)).stats[0]?.splits ?? []
      expect(splits.map(({ split }) => split?.code).toSorted()).toEqual(codes.toSorted())
      for (const key of ['plateAppearances', 'hits', 'homeRuns', 'strikeOuts', 'totalBases']) {
        expect(
          splits.reduce((sum, split) => sum + stat(split.stat, key), 0),
          `${codes} ${key}`,
        ).toBe(stat(total, key))
      }
    }
    expect(await get(`/api/v1/people/${id}/stats?stats=statSplits&group=hitting&season=2026`)).toMatchObject({
      stats: [],
    })
  })

  it('return a traded player’s total without a team, followed by one split per team', async () => {
    const trade = league.testHooks.world().transactions.find(({ typeCode }) => typeCode === 'TR')
    const group = people().find(({ id }) => id === trade?.personId)?.position === '1' ? 'pitching' : 'hitting'
    const path = `/api/v1/people/${trade?.personId}/stats?stats=season&group=${group}&season=2026`
    const [total, ...teams] = statsAnswerSchema.parse(await get(path)).stats[0]?.splits ?? []
    expect(total).toMatchObject({ numTeams: 2 })
    expect(total?.team).toBeUndefined()
    expect(teams).toHaveLength(2)
    expect(teams.reduce((sum, split) => sum + stat(split.stat, 'hits'), 0)).toBe(stat(total?.stat, 'hits'))
  })

  it('list the day’s games, probable pitchers only on request, and postponed games on both dates', async () => {
    const bare = statsScheduleSchema.parse(await get(`/api/v1/schedule?sportId=1&date=${DAY}`))
    expect(bare.dates[0]?.games.some(({ teams }) => teams.home.probablePitcher)).toBe(false)
    const full = statsScheduleSchema.parse(
      await get(`/api/v1/schedule?sportId=1&date=07/17/2026&hydrate=probablePitcher,team,venue`),
    )
    expect(
      full.dates[0]?.games.every(({ teams }) => teams.home.probablePitcher && teams.home.team.abbreviation),
    ).toBe(true)
    expect(full.dates[0]?.games.every(({ status }) => status.abstractGameState === 'Preview')).toBe(true)
    const rain = league.testHooks
      .world()
      .games.find(({ season, postponedFrom }) => season === 2026 && postponedFrom)
    const originalDay = statsScheduleSchema.parse(
      await get(`/api/v1/schedule?sportId=1&date=${rain?.postponedFrom?.date}`),
    )
    const postponed = originalDay.dates[0]?.games.find(({ gamePk }) => gamePk === rain?.pk)
    expect(postponed?.status).toMatchObject({ abstractGameState: 'Final', codedGameState: 'D' })
    expect(postponed?.officialDate).toBe(rain?.date)
    const newDay = statsScheduleSchema.parse(
      await get(`/api/v1/schedule?sportId=1&date=${rain?.date}&teamId=${rain?.homeId}`),
    )
    expect(newDay.dates[0]?.games.map(({ gameNumber }) => gameNumber)).toEqual([1, 2])
    expect(await get('/api/v1/schedule?sportId=1&date=2026-12-25')).toMatchObject({
      dates: [],
      totalGames: 0,
    })
  })

  it('return consistent box score, line score and feed of a finished game', async () => {
    const pk = finished()
    const box = statsBoxscoreSchema.parse(await get(`/api/v1/game/${pk}/boxscore`))
    const line = statsLinescoreSchema.parse(await get(`/api/v1/game/${pk}/linescore`))
    const feed = statsFeedSchema.parse(await get(`/api/v1.1/game/${pk}/feed/live`))
    expect(feed.liveData.linescore).toEqual(line)
    for (const side of ['home', 'away'] as const) {
      const { players, pitchers, battingOrder } = box.teams[side]
      const runs = Object.values(players).reduce((sum, { stats }) => sum + (stats.batting.runs ?? 0), 0)
      expect(runs).toBe(line.teams[side].runs)
      expect(battingOrder).toHaveLength(9)
      expect(players[`ID${pitchers[0]}`]?.stats.pitching.gamesStarted).toBe(1)
    }
  })

  it('return the announced lineups of today’s games', async () => {
    const game = league.testHooks.world().games.find(({ date }) => date === DAY)
    const box = statsBoxscoreSchema.parse(await get(`/api/v1/game/${game?.pk}/boxscore`))
    expect(box.teams.home.battingOrder).toEqual(game?.lineups?.home.map(({ id }) => id))
    expect(box.teams.home.pitchers).toEqual([game?.probables?.home])
    expect(
      statsFeedSchema.parse(await get(`/api/v1.1/game/${game?.pk}/feed/live`)).gameData.status.codedGameState,
    ).toBe('S')
  })

  it('return clubs, rosters, parks and transactions', async () => {
    const { teams } = statsTeamsSchema.parse(await get('/api/v1/teams?sportId=1'))
    expect(teams).toHaveLength(30)
    const roster = await get('/api/v1/teams/147/roster?rosterType=active')
    expect((roster as { roster: unknown[] }).roster).toHaveLength(26)
    for (const { venue } of teams)
      statsVenuesSchema.parse(await get(`/api/v1/venues/${venue?.id}?hydrate=location`))
    const transactions = (await get('/api/v1/transactions?startDate=2026-06-01&endDate=2026-07-16')) as {
      transactions: { typeCode: string }[]
    }
    expect(new Set(transactions.transactions.map(({ typeCode }) => typeCode))).toEqual(
      new Set(['SC', 'CU', 'OPT', 'TR']),
    )
  })

  it.each([
    ['/api/v1/people/1', 404],
    ['/api/v1/people/abc', 400],
    ['/api/v1/people', 400],
    ['/api/v1/people?personIds=1,x', 400],
    ['/api/v1/people/search', 400],
    ['/api/v1/people/900001/stats', 400],
    ['/api/v1/people/900001/stats?stats=projected', 404],
    ['/api/v1/people?personIds=900001&hydrate=stats(type=[season]', 400],
    ['/api/v1/sports/99/players', 404],
    ['/api/v1/schedule?sportId=1&date=someday', 400],
    ['/api/v1/schedule?sportId=1&startDate=2026-07-02&endDate=2026-07-01', 400],
    ['/api/v1/schedule?sportId=1&startDate=1990-07-02&endDate=2026-07-01', 400],
    ['/api/v1/teams/1', 404],
    ['/api/v1/teams/1/roster', 404],
    ['/api/v1/teams/147/roster?rosterType=all', 400],
    ['/api/v1/venues/1000', 404],
    ['/api/v1/game/1/boxscore', 404],
    ['/api/v1/game/x/linescore', 400],
    ['/api/v1.1/game/1/feed/live', 404],
    ['/api/v1/transactions?startDate=x', 400],
    ['/api/v1/nothing', 404],
  ])('refuse %s with %i in the error format of the service', async (path, status) => {
    const response = await raw(path)
    expect(response.status).toBe(status)
    const error = statsErrorSchema.parse(await response.json())
    if (status === 404) expect(error).toMatchObject({ message: 'Object not found', messageNumber: 10 })
  })
})
