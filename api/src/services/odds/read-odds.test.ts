import { MLB_ODDS, type OddsSport, parseLeagueClock } from '@propsight/shared/domain'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import type { OddsRepository } from '../../repositories/odds.ts'
import type { OddsSnapshot } from '../../repositories/odds-snapshots.ts'
import type { BoxScoreLeague } from '../../sources/box-score-league.ts'
import { readMarketsOf } from '../../sources/odds/format.ts'
import type { OddsClient, OnUsage } from '../../sources/odds/odds-client.ts'
import type { BookPrice, EventPrices } from '../../sources/odds/read-prices.ts'
import { emptyUpstream, fakeDeps } from '../../testing/fake-deps.ts'
import { testEnv } from '../../testing/test-env.ts'
import { readOdds } from './read-odds.ts'

const COST = readMarketsOf(MLB_ODDS).length
const NOW = '2026-07-18T22:00:00.000Z'
const read = <T>(value: T) => ({ value, readAt: NOW, ageSeconds: 0, stale: false })

const team = (id: number, abbreviation: string, name: string, teamName: string) => ({
  id,
  abbreviation,
  name,
  teamName,
})
const TEAMS = [
  team(111, 'BOS', 'Boston Red Sox', 'Red Sox'),
  team(147, 'NYY', 'New York Yankees', 'Yankees'),
  team(133, 'ATH', 'Athletics', 'Athletics'),
]
const person = (id: number, fullName: string, clubId: number, position = 'P') => ({
  id,
  fullName,
  currentTeam: { id: clubId },
  primaryPosition: { code: '1', abbreviation: position },
})
const PEOPLE = [
  person(1, 'Mateo Villareal', 111),
  person(2, 'Jose Mora', 111, 'CF'),
  person(3, 'Jose Mora', 147, 'SS'),
  person(4, 'Luis Otero', 133, 'CF'),
]
const game = (gamePk: number, gameDate: string, gameNumber = 1) => ({
  gamePk,
  gameType: 'R',
  season: '2026',
  gameDate,
  officialDate: '2026-07-18',
  status: { abstractGameState: 'Preview', codedGameState: 'S', detailedState: 'Scheduled' },
  teams: { home: { team: { id: 111 } }, away: { team: { id: 147 } } },
  gameNumber,
})
const listed = (id: string, startsAt = '2026-07-18T22:10:00.000Z', away = 'New York Yankees') => ({
  id,
  startsAt,
  home: 'Boston Red Sox',
  away,
})
/** A game that the schedule does not have. */
const unscheduled = (id: string) => listed(id, undefined, 'Oakland Athletics')
const price = (player: string, stat = 'Pitcher Strikeouts'): BookPrice => ({
  stat,
  player,
  line: 5.5,
  book: 'north',
  over: -110,
  under: -110,
  confirmedAt: null,
})

function scenario({
  events = [listed('a')],
  prices = [price('Mateo Villareal')],
  reply = () => undefined,
  listReply = () => undefined,
  budget = null as { reserved: number; spent: number; remaining: number | null } | null,
  limit = '100000',
  leagues = [],
  listOf = () => events,
}: {
  events?: ReturnType<typeof listed>[]
  prices?: BookPrice[]
  reply?: (id: string, onUsage: OnUsage) => void
  listReply?: (onUsage: OnUsage) => void
  budget?: { reserved: number; spent: number; remaining: number | null } | null
  limit?: string
  leagues?: BoxScoreLeague[]
  /** The games that the odds service lists for a sport. */
  listOf?: (sport: OddsSport) => ReturnType<typeof listed>[]
} = {}) {
  const stored: OddsSnapshot[] = []
  const settled: Parameters<OddsRepository['settle']>[0][] = []
  const answer: EventPrices = { books: { north: 'North Book' }, prices, skipped: 0 }
  const eventOdds = vi.fn<OddsClient['eventOdds']>(async (_sport, id, onUsage = () => undefined) => {
    reply(id, onUsage)
    return answer
  })
  const odds: OddsClient = {
    service: 'The odds service',
    events: async (sport, onUsage = () => undefined) => {
      listReply(onUsage)
      return listOf(sport)
    },
    eventOdds,
  }
  const repository: Partial<OddsRepository> = {
    recordEvents: async (_at, _day, recorded) => ({
      events: recorded.map(({ id }) => ({ id, attemptedAt: null, readAt: null })),
      budget,
    }),
    reserve: async () => true,
    settle: async (settlement) => void settled.push(settlement),
    store: async (_at, snapshots) => {
      stored.push(...snapshots)
      return { changes: 0, takenDown: 0 }
    },
  }
  const base = fakeDeps()
  const deps = fakeDeps({
    env: testEnv({ ODDS_DAILY_CREDITS: limit }),
    clock: parseLeagueClock(`frozen:${NOW}`),
    upstream: {
      ...emptyUpstream,
      odds,
      leagues,
      stats: {
        ...emptyUpstream.stats,
        teams: async () => read(TEAMS),
        players: async () => read(PEOPLE),
        schedule: async () => read([game(10, '2026-07-18T17:05:00Z'), game(11, '2026-07-18T22:10:00Z', 2)]),
      },
    },
    repositories: {
      ...base.repositories,
      odds: { ...base.repositories.odds, ...repository } as OddsRepository,
    },
  })
  return { deps, stored, settled, eventOdds }
}

const fail = (
  failure: 'away' | 'refused' | 'limited' | 'resting' | 'unknown' | 'rejected',
  status?: number,
  cause?: unknown,
): never => {
  throw new UpstreamError({ service: 'The odds service', failure, status, cause })
}

describe('the job that reads prices', () => {
  it('stores a game with its clubs, its number of the league and the players of the two clubs', async () => {
    const { deps, stored, settled } = scenario({
      prices: [price('Mateo Villareal'), price('Jose Mora', 'Hits'), price('Luis Otero', 'Hits')],
      reply: (_, onUsage) => onUsage({ cost: 5, remaining: 900 }),
    })
    await readOdds(deps)
    expect(stored).toHaveLength(1)
    // The second game of a doubleheader starts nearest to the listed time.
    expect(stored[0]).toMatchObject({ id: 'a', day: '2026-07-18', home: 'BOS', away: 'NYY', gamePk: 11 })
    expect(stored[0]?.quotes.map(({ player, personId, team: club }) => [player, personId, club])).toEqual([
      ['Mateo Villareal', 1, 'BOS'],
      // Two players of that name, and a player of another club.
      ['Jose Mora', null, null],
      ['Luis Otero', null, null],
    ])
    expect(stored[0]?.quotes[0]?.confirmedAt).toBe(NOW)
    expect(settled).toEqual([{ day: '2026-07-18', reserved: COST, spent: 5, remaining: 900, problem: null }])
  })

  it('finds clubs by their own part of the name, and omits games of unknown clubs', async () => {
    const { deps, stored } = scenario({
      events: [listed('a', undefined, 'Oakland Athletics'), listed('b', undefined, 'National League')],
    })
    await readOdds(deps)
    expect(stored.map(({ id, away, gamePk }) => [id, away, gamePk])).toEqual([['a', 'ATH', null]])
  })

  const COURT: OddsSport = {
    key: 'court',
    markets: [{ key: 'player_goals', stat: 'Points', hasAlternates: false }],
  }
  const athlete = (id: number, fullName: string, club: string) => ({ id, fullName, position: 'G', club })
  const courtGame = {
    ...game(401, '2026-07-18T23:00:00Z'),
    teams: {
      home: { team: { id: 12, name: 'LA Clippers', abbreviation: 'LAC' } },
      away: { team: { id: 2, name: 'Boston Celtics', abbreviation: 'BOS' } },
    },
  }
  const court = (more: Partial<BoxScoreLeague> = {}) =>
    ({
      sport: 'NBA',
      odds: COURT,
      schedule: async () => read([courtGame]),
      games: async () =>
        read({
          athletes: [
            athlete(7, 'Ivo Marsh', 'LAC'),
            athlete(8, 'Dan Cole', 'LAC'),
            athlete(9, 'Dan Cole', 'BOS'),
            athlete(10, 'Rui Pinto', 'NYK'),
          ],
        }),
      ...more,
    }) as unknown as BoxScoreLeague
  const courtEvents = [{ ...listed('c', '2026-07-18T23:00:00.000Z'), home: 'Los Angeles Clippers' }].map(
    (event) => ({ ...event, away: 'Boston Celtics' }),
  )
  const bySport = (sport: OddsSport) => (sport === COURT ? courtEvents : [listed('a')])

  it('stores the games of another open sport with its own clubs, players and credits', async () => {
    const { deps, stored, settled } = scenario({
      leagues: [court()],
      listOf: bySport,
      prices: ['Ivo Marsh', 'Dan Cole', 'Rui Pinto'].map((name) => price(name, 'Points')),
    })
    await readOdds(deps)
    expect(stored.map(({ id, home, away, gamePk, stats }) => [id, home, away, gamePk, stats.length])).toEqual(
      [
        ['a', 'BOS', 'NYY', 11, MLB_ODDS.markets.length],
        ['c', 'LAC', 'BOS', 401, 1],
      ],
    )
    // Of two players of a name in this game none is guessed, and a player of a third club is not of this game.
    expect(stored[1]?.quotes.map(({ player, personId, team: club }) => [player, personId, club])).toEqual([
      ['Ivo Marsh', 7, 'LAC'],
      ['Dan Cole', null, null],
      ['Rui Pinto', null, null],
    ])
    expect(settled.map(({ reserved }) => reserved)).toEqual([COST, 1])
  })

  it('reads the other sports when one of them cannot be listed, and notes why', async () => {
    const schedule = async () => fail('away')
    const { deps, stored, settled } = scenario({ leagues: [court({ schedule })], listOf: bySport })
    await readOdds(deps)
    expect(stored.map(({ id }) => id)).toEqual(['a'])
    expect(settled.at(-1)).toMatchObject({ reserved: 0, problem: expect.any(String) })
  })

  it('notes a sport whose box scores are still being read, after the others, and reads it in a later run', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const slow = Promise.withResolvers<never>()
    const reads = [() => slow.promise, court().games]
    const games: BoxScoreLeague['games'] = (today) => (reads.shift() ?? court().games)(today)
    const { deps, stored, settled } = scenario({ leagues: [court({ games })], listOf: bySport })
    const first = readOdds(deps)
    await vi.advanceTimersByTimeAsync(20_000)
    await first
    expect(stored.map(({ id }) => id)).toEqual(['a'])
    expect(settled.at(-1)).toMatchObject({
      problem: 'The games of the NBA are still being read. Their prices follow within minutes.',
    })
    await readOdds(deps)
    expect(stored.map(({ id }) => id)).toEqual(['a', 'a', 'c'])
    expect(settled.at(-1)).toMatchObject({ problem: null })
  })

  it('finds the game of two clubs whose home club the services name differently', async () => {
    const swapped = { ...listed('a'), home: 'New York Yankees', away: 'Boston Red Sox' }
    const { deps, stored } = scenario({ events: [swapped] })
    await readOdds(deps)
    expect(stored.map(({ gamePk, quotes }) => [gamePk, quotes[0]?.team])).toEqual([[11, 'BOS']])
  })

  it('reads a game once that the service lists under two ids', async () => {
    const { deps, stored } = scenario({ events: [listed('a'), listed('b'), unscheduled('c')] })
    await readOdds(deps)
    expect(stored.map(({ id }) => id).toSorted()).toEqual(['a', 'c'])
  })

  it.each([
    ['first', ['moved', 'former']],
    ['last', ['former', 'moved']],
  ])('reads the id whose start is nearest to the schedule when it is listed %s', async (_, ids) => {
    const startOf = (id: string) => (id === 'moved' ? '2026-07-18T22:11:00.000Z' : '2026-07-18T23:05:00.000Z')
    const { deps, stored } = scenario({ events: ids.map((id) => listed(id, startOf(id))) })
    await readOdds(deps)
    expect(stored.map(({ id, gamePk }) => [id, gamePk])).toEqual([['moved', 11]])
  })

  it('continues with the other games after one that fails, and states the reason', async () => {
    const { deps, stored, settled } = scenario({
      events: ['a', 'b', 'c'].map(unscheduled),
      reply: (id) => (id === 'b' ? fail('away', 500) : undefined),
    })
    await readOdds(deps)
    expect(stored.map(({ id }) => id).toSorted()).toEqual(['a', 'c'])
    expect(settled.filter(({ problem }) => problem !== null)).toMatchObject([
      { problem: 'The odds service is failing (500).', spent: COST },
    ])
  })

  it.each([
    ['refused', 401],
    ['limited', 429],
    ['resting', undefined],
  ] as const)('reads no other game in a run after a request that was %s', async (failure, status) => {
    const { deps, settled, eventOdds } = scenario({
      events: ['a', 'b'].map(unscheduled),
      reply: () => fail(failure, status),
    })
    await readOdds(deps)
    expect(eventOdds).toHaveBeenCalledTimes(1)
    expect(settled).toHaveLength(1)
  })

  it('counts no credits for a request that was not sent', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const { deps, settled } = scenario({ reply: () => fail('away', undefined, cause) })
    await readOdds(deps)
    expect(settled).toMatchObject([
      { reserved: COST, spent: 0, problem: 'The odds service is not answering.' },
    ])
  })

  it('states that the credits are used up when the service refuses with none left', async () => {
    const { deps, settled } = scenario({
      reply: (_, onUsage) => {
        onUsage({ cost: 0, remaining: 0 })
        fail('refused', 401)
      },
    })
    await readOdds(deps)
    expect(settled).toMatchObject([
      { spent: 0, remaining: 0, problem: 'The credits of the odds service are used up.' },
    ])
  })

  it('reads nothing beyond the credits of the day, and states the reason', async () => {
    const { deps, settled, eventOdds } = scenario({
      limit: '100',
      budget: { reserved: 20, spent: 60, remaining: null },
    })
    await readOdds(deps)
    expect(eventOdds).not.toHaveBeenCalled()
    expect(settled).toMatchObject([{ problem: 'The credits of the odds service are used up.' }])
  })

  it('reads again after the plan of the service was renewed', async () => {
    const { deps, settled, eventOdds } = scenario({
      budget: { reserved: 0, spent: 60, remaining: 0 },
      listReply: (onUsage) => onUsage({ cost: 0, remaining: 20_000 }),
    })
    await readOdds(deps)
    expect(settled[0]).toMatchObject({ remaining: 20_000, problem: null })
    expect(eventOdds).toHaveBeenCalledTimes(1)
  })

  it.each<[string, Partial<OddsRepository>]>([
    ['storing the list of games', { recordEvents: () => Promise.reject(new Error('ON CONFLICT')) }],
    ['reserving credits', { reserve: () => Promise.reject(new Error('timeout')) }],
    ['storing the prices', { store: () => Promise.reject(new Error('timeout')) }],
  ])('states a problem after an unexpected error in %s', async (_, failing) => {
    const { deps, settled } = scenario()
    const repositories = { ...deps.repositories, odds: { ...deps.repositories.odds, ...failing } }
    await readOdds({ ...deps, repositories }).catch(() => undefined)
    expect(settled).toMatchObject([{ problem: 'The prices could not be read or stored.' }])
  })

  it('does nothing without an odds source', async () => {
    const { deps, settled } = scenario()
    await readOdds({ ...deps, upstream: { ...deps.upstream, odds: null } })
    expect(settled).toEqual([])
  })
})
