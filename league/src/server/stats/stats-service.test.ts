import {
  statsBoxscoreSchema,
  statsErrorSchema,
  statsFeedSchema,
  statsPeopleSchema,
  statsTeamsSchema,
  statsVenuesSchema,
} from '@propsight/api/wire-formats'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
