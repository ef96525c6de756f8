import { slateResponse } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Absence } from '../../sources/box-score-league.ts'
import type { BookLine } from '../../sources/lines/lines-client.ts'
import type { StatsTransaction } from '../../sources/stats/format/roster.ts'
import { type StatsGame, statsGameSchema } from '../../sources/stats/format/schedule.ts'
import type { Upstream } from '../../sources/upstream.ts'
import { emptyUpstream } from '../../testing/fake-deps.ts'
import { prefetchedTransactions } from '../board/availability/read-transactions.ts'
import { readSlate, type SlatePorts } from './slate.ts'

const TODAY = '2026-07-15'
const START = '2026-07-15T23:05:00.000Z'
const NEXT = { date: '2026-07-17', games: 15, opensSeason: false }
const read = <T>(value: T) => ({ value, readAt: '2026-07-15T16:00:00.000Z', ageSeconds: 3, stale: false })

const line = (id: string, statType: string, team = 'NYY'): BookLine => ({
  id,
  name: `Player ${id}`,
  team,
  position: 'OF',
  stats: `0.5 More ${statType}`,
  line: 0.5,
  opponent: null,
  homeAway: null,
  gameTime: START,
  statType,
  oddsType: 'standard',
  gameId: 'book-game',
  combo: false,
  promo: false,
  regularLine: null,
  description: 'BOS',
  inPlay: false,
})

const game = (state: string, more: object = {}): StatsGame =>
  statsGameSchema.parse({
    gamePk: 7,
    gameType: 'R',
    season: '2026',
    gameDate: START,
    officialDate: TODAY,
    status: { abstractGameState: state, codedGameState: state === 'Final' ? 'F' : 'S', detailedState: '' },
    teams: {
      away: {
        team: { id: 111, abbreviation: 'BOS' },
        probablePitcher: { id: 1, fullName: 'Al Arm', pitchHand: { code: 'L' } },
      },
      home: { team: { id: 147, abbreviation: 'NYY' } },
    },
    ...more,
  })

const nine = Array.from({ length: 9 }, (_, at) => ({ id: at + 1 }))
const never = () => new Promise<never>(() => undefined)
const fail = async (): Promise<never> => {
  throw new Error('away')
}

function portsOf(stats: Partial<Upstream['stats']>, board: Upstream['lines']['board']): SlatePorts {
  const upstream: Upstream = {
    ...emptyUpstream,
    stats: { ...emptyUpstream.stats, nextGames: async () => read(NEXT), ...stats },
    lines: { board },
  }
  return {
    upstream,
    clock: parseLeagueClock(`frozen:${TODAY}T20:00:00Z`),
    log: pino({ level: 'silent' }),
    oddsOf: fail,
    repositories: { odds: { changesSince: fail } },
  }
}

const bookOf =
  (...lines: BookLine[]) =>
  async () =>
    read({ lines, suspended: [], skipped: 0, notRead: 0 })
const withGames = (...games: StatsGame[]) => ({ schedule: async () => read(games) })

describe('N11 the slate', () => {
  it('has the games with starters, line-ups and lines, and the lines of each market', async () => {
    const scheduled = game('Preview', { lineups: { homePlayers: nine, awayPlayers: nine } })
    const lines = [line('a', 'Hits'), line('b', 'Hits', 'BOS'), line('c', 'Total Bases')]
    const slate = await readSlate(portsOf(withGames(scheduled), bookOf(...lines)), 'MLB')
    expect(slateResponse.parse(slate)).toEqual(slate)
    expect(slate.games).toMatchObject([
      {
        awayTeam: 'BOS',
        homeTeam: 'NYY',
        status: 'scheduled',
        starters: { away: { name: 'Al Arm', throws: 'L' }, home: null },
        lineups: true,
        lines: 3,
      },
    ])
    const counts = Object.fromEntries(slate.lines?.markets.map((each) => [each.market, each.lines]) ?? [])
    expect(counts).toMatchObject({ 'All Stat Lines': 3, Hits: 2, 'Total Bases': 1, Runs: 0 })
    expect(slate).toMatchObject({ next: null, moves: null })
  })
  it.each([
    ['a day off', []],
    ['games that are over', [game('Final')]],
  ])('has the next day with games on %s', async (_, games) => {
    expect(await readSlate(portsOf(withGames(...games), bookOf()), 'MLB')).toMatchObject({
      next: NEXT,
      lines: { total: 0 },
    })
  })
  it.each([
    ['fails', fail],
    ['does not answer', never],
  ])('lacks the lines when the book %s, and has the games', async (_, board) => {
    const slate = await readSlate(portsOf(withGames(game('Preview')), board), 'MLB', 20)
    expect(slate).toMatchObject({ lines: null, games: [{ lines: null }] })
  })
  it('has the reports of players with markets, newest first, while the games of a sport are still being read', async () => {
    const report = (name: string, at: string, more: Partial<Absence> = {}): Absence => ({
      ...{ name, club: 'BOS', hasMarkets: true, at },
      availability: { state: 'out', label: 'Out: knee', date: at.slice(0, 10), text: 'Will miss it.' },
      ...more,
    })
    const reports = [
      report('Early', '2026-07-14T20:00Z'),
      report('Late', '2026-07-15T18:00Z'),
      report('Lineman', '2026-07-15T17:00Z', { hasMarkets: false }),
      report('Stranger', '2026-07-15T17:00Z', { club: null }),
      report('Older', '2026-07-13T17:00Z'),
    ]
    const league = {
      ...{ sport: 'NBA', games: never, schedule: async () => read([]), nextGames: async () => read(NEXT) },
      absences: async () => read(new Map(reports.entries())),
    }
    const ports = portsOf(withGames(), bookOf())
    Object.assign(ports.upstream, { leagues: [league] })
    const { news } = await readSlate(ports, 'NBA', 20)
    expect(news?.map(({ name, label }) => [name, label])).toEqual([
      ['Late', 'knee'],
      ['Early', 'knee'],
    ])
  })
  it('lacks the games when the schedule does not answer', async () => {
    expect(
      await readSlate(portsOf({ schedule: never, nextGames: never }, bookOf()), 'MLB', 20),
    ).toMatchObject({
      games: null,
      next: null,
    })
  })
  it('lists who is out, back or moved since yesterday, newest first, each once', async () => {
    const transaction = (id: number, date: string, description: string, more: object = {}) =>
      ({
        id,
        person: { id, fullName: `Person ${id}` },
        toTeam: { id: 147 },
        date,
        typeCode: 'SC',
        description,
        ...more,
      }) as StatsTransaction
    const out = 'New York Yankees placed RF Bo Bat on the 10-day injured list.'
    const transactions = [
      transaction(1, '2026-07-13', out),
      transaction(2, '2026-07-14', out),
      transaction(3, TODAY, 'New York Yankees activated RF Bo Bat from the 10-day injured list.'),
      transaction(4, TODAY, 'A farm club placed RF Bo Bat on the 7-day injured list.', { toTeam: { id: 9 } }),
      transaction(5, TODAY, 'New York Yankees changed a number.', { typeCode: 'NUM' }),
      transaction(6, '2026-07-16', out),
    ]
    const ports = portsOf({ ...withGames(), transactions: async () => read(transactions) }, bookOf())
    expect((await readSlate(ports, 'MLB')).news).toBeNull()
    await expect.poll(() => prefetchedTransactions(ports)).toBeDefined()
    const { news } = await readSlate(ports, 'MLB')
    expect(news?.map(({ name, team, kind, label }) => [name, team, kind, label])).toEqual([
      ['Person 3', 'NYY', 'back', 'activated'],
      ['Person 2', 'NYY', 'out', '10-day injured list'],
    ])
  })
})
