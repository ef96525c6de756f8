import { randomInt, randomUUID } from 'node:crypto'
import {
  detectAlerts,
  emptyUpstream,
  startTestApi,
  type TestApi,
  type TestUser,
  type Upstream,
} from '@propsight/api/testing'
import { ALERT_COLUMNS, alertSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

const DAY = '2026-07-18'
const NOW = '2026-07-18T20:00:00.000Z'
const FIRST_PITCH = '2026-07-18T23:05:00Z'
/** Parallel passes of the job, on two instances in turn. */
const PASSES = 4
/** Time for a test on a busy machine: each creates users and runs several passes. */
const BUSY = { timeout: 120_000 }

type Game = Awaited<ReturnType<Upstream['stats']['schedule']>>['value'][number]
type Person = Awaited<ReturnType<Upstream['stats']['players']>>['value'][number]

const HOME = { id: 111, name: 'Boston', abbreviation: 'BOS' }
const AWAY = { id: 147, name: 'New York', abbreviation: 'NYY' }
const person = (id: number, fullName: string, club = HOME, position = 'CF'): Person => ({
  id,
  fullName,
  currentTeam: { id: club.id },
  primaryPosition: { code: position, abbreviation: position },
})
const BATTER = person(501, 'Mateo Villareal')
const OTHER_BATTER = person(502, 'Tyrone Bass')
const STARTER = person(601, 'Gerrit Kohl', AWAY, 'P')
const RELIEF = person(602, 'Luis Hill', AWAY, 'P')
const PEOPLE = [BATTER, OTHER_BATTER, STARTER, RELIEF]
const named = ({ id, fullName }: Person) => ({ id, fullName })

/** The schedule that both instances read; tests change it. */
let games: Game[] = []
let isAway = false
const gameOf = (gamePk: number, more: Partial<Game> = {}): Game => ({
  gamePk,
  gameType: 'R',
  season: '2026',
  gameDate: FIRST_PITCH,
  officialDate: DAY,
  gameNumber: 1,
  status: { abstractGameState: 'Preview', codedGameState: 'S', detailedState: 'Scheduled' },
  teams: { home: { team: HOME }, away: { team: AWAY, probablePitcher: named(STARTER) } },
  ...more,
})
const read = <T>(value: T) => ({ value, readAt: NOW, ageSeconds: 0, stale: false })
const upstream: Upstream = {
  ...emptyUpstream,
  stats: {
    ...emptyUpstream.stats,
    schedule: async (day) => {
      if (isAway) throw new Error('the league does not answer')
      return read(day === DAY ? games : [])
    },
    players: async () => read(PEOPLE),
  },
}

let api: TestApi
beforeAll(async () => {
  const databaseUrl = inject('contractDatabaseUrl')
  api = await startTestApi({
    instances: 2,
    jobs: false,
    upstream,
    env: { LEAGUE_CLOCK: `frozen:${NOW}` },
    ...(databaseUrl ? { databaseUrl } : {}),
  })
})
afterAll(() => api?.close())

const detect = () =>
  Promise.all(
    Array.from({ length: PASSES }, (_, index) => {
      const instance = api.instances[index % api.instances.length]
      if (!instance) throw new Error('no instance')
      return detectAlerts(instance.deps)
    }),
  )
const alertsOf = async ({ client }: TestUser) => {
  const { data } = await client.from('alerts').select(ALERT_COLUMNS).order('id')
  return alertSchema.array().parse(data)
}
const star = (user: TestUser, gamePk: number, { id, fullName }: Person, stat = 'Hits') =>
  user.client.from('starred_props').insert({
    game_pk: gamePk,
    person_id: id,
    stat_type: stat,
    line: 1.5,
    side: 'UNDER',
    player_name: fullName,
    league_day: DAY,
  })
const newGamePk = () => randomInt(1, 2 ** 31 - 1)

/** Prices of a batter's hits at two books, as the odds job stores them. */
function oddsOf(gamePk: number) {
  const id = randomUUID()
  return (time: string, line: number, over: number, under: number) => {
    const quotes = ['north', 'south'].map((book) => ({
      stat: 'Hits',
      player: BATTER.fullName,
      personId: BATTER.id,
      team: 'BOS',
      line,
      book,
      over,
      under,
      confirmedAt: NOW,
    }))
    const event = { id, startsAt: '2026-07-18T23:05:00.000Z', day: DAY, home: 'BOS', away: 'NYY', gamePk }
    const snapshot = { ...event, stats: ['Hits'], books: { north: 'North', south: 'South' }, quotes }
    return api.instances[0]?.deps.repositories.odds.store(new Date(`2026-07-18T${time}:00Z`), [snapshot])
  }
}

describe('the job that checks alerts, on two instances at the same time', BUSY, () => {
  it('alerts each user who watches a prop once when its line and its price move, and not again', async () => {
    const [first, second] = [await api.createUser(), await api.createUser()]
    const gamePk = newGamePk()
    games = [gameOf(gamePk)]
    const storeOdds = oddsOf(gamePk)
    await storeOdds('19:00', 1.5, -110, -110)
    for (const user of [first, second]) await star(user, gamePk, BATTER)
    await detect()
    expect(await alertsOf(first)).toEqual([])

    await storeOdds('19:30', 1.5, 105, -135)
    await detect()
    for (const user of [first, second]) {
      expect(await alertsOf(user)).toMatchObject([
        {
          kind: 'line-moved',
          title: 'Mateo Villareal: price of Hits 1.5 moved',
          path: `/scanner?day=2026-07-18&prop=${gamePk}%7C${BATTER.id}%7CHits`,
        },
      ])
    }
    expect((await alertsOf(first))[0]?.body).toBe(
      'The books’ chance of under 1.5, without their margin: 50% → 54%.',
    )
    await detect()
    expect(await alertsOf(first)).toHaveLength(1)
  })

  it('tells a new consensus line', async () => {
    const user = await api.createUser()
    const gamePk = newGamePk()
    games = [gameOf(gamePk)]
    const storeOdds = oddsOf(gamePk)
    await storeOdds('19:00', 1.5, -110, -110)
    await star(user, gamePk, BATTER)
    await detect()
    await storeOdds('19:30', 2.5, -110, -110)
    await detect()
    expect(await alertsOf(user)).toMatchObject([{ title: 'Mateo Villareal: Hits line 1.5 → 2.5' }])
  })

  it('alerts once about a starter who affects several props, and about each player without a place in the order', async () => {
    const user = await api.createUser()
    const gamePk = newGamePk()
    games = [gameOf(gamePk)]
    await star(user, gamePk, BATTER)
    await star(user, gamePk, BATTER, 'Total Bases')
    await star(user, gamePk, OTHER_BATTER)
    await detect()
    games = [
      gameOf(gamePk, {
        teams: { home: { team: HOME }, away: { team: AWAY, probablePitcher: named(RELIEF) } },
        lineups: { homePlayers: [{ id: OTHER_BATTER.id }, { id: 503 }], awayPlayers: [] },
      }),
    ]
    await detect()
    const alerts = await alertsOf(user)
    expect(alerts.map(({ kind, title }) => [kind, title]).toSorted()).toEqual([
      ['not-in-lineup', 'Mateo Villareal is not in the batting order'],
      ['starter-changed', 'Starter changed: Gerrit Kohl → Luis Hill'],
    ])
    expect(alerts.find(({ kind }) => kind === 'starter-changed')?.body).toMatch(
      /Mateo Villareal.*Tyrone Bass/,
    )
    await detect()
    expect(await alertsOf(user)).toHaveLength(2)
  })

  it.each<[string, (gamePk: number) => Partial<Game>]>([
    [
      'has begun',
      () => ({ status: { abstractGameState: 'Live', codedGameState: 'I', detailedState: 'In Progress' } }),
    ],
    ['is due to begin', () => ({ gameDate: '2026-07-18T19:59:00Z' })],
    [
      'was called off',
      () => ({ status: { abstractGameState: 'Final', codedGameState: 'D', detailedState: 'Postponed' } }),
    ],
  ])('raises nothing about a game that %s', async (_state, change) => {
    const user = await api.createUser()
    const gamePk = newGamePk()
    games = [gameOf(gamePk)]
    await star(user, gamePk, BATTER)
    await detect()
    const changed = { home: { team: HOME }, away: { team: AWAY, probablePitcher: named(RELIEF) } }
    games = [gameOf(gamePk, { teams: changed, ...change(gamePk) })]
    await detect()
    expect(await alertsOf(user)).toEqual([])
  })

  it('fails while the league does not answer, and raises what changed meanwhile afterwards', async () => {
    const user = await api.createUser()
    const gamePk = newGamePk()
    games = [gameOf(gamePk)]
    await star(user, gamePk, BATTER)
    await detect()
    games = [
      gameOf(gamePk, {
        teams: { home: { team: HOME }, away: { team: AWAY, probablePitcher: named(RELIEF) } },
      }),
    ]
    isAway = true
    await expect(detect()).rejects.toThrow('the league does not answer')
    isAway = false
    await detect()
    expect(await alertsOf(user)).toMatchObject([{ kind: 'starter-changed' }])
  })
})
