import { type GameLogRecord, gameLogRecordSchema } from '@propsight/shared/contracts'
import { findParkFactors, parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { statsPersonSchema, statsTransactionSchema } from '../../sources/stats/format/roster.ts'
import {
  club,
  hittingSplit,
  pitchingSplit,
  rosterPerson,
  scheduledGame,
  withLog,
} from '../../sources/testing/stats-bodies.ts'
import { refuse } from '../../sources/testing/stub-service.ts'
import { startUpstream } from '../../sources/testing/test-upstream.ts'
import { emptyUpstream, evidenceOf } from '../../testing/fake-deps.ts'
import { prefetchedTransactions } from './availability/read-transactions.ts'
import { startGameContext } from './game-context.ts'
import { streamGameLogs } from './game-logs.ts'

const TODAY = '2026-05-03'
const clock = parseLeagueClock(`frozen:${TODAY}T15:00:00Z`)
const log = pino({ level: 'silent' })
const roster = [
  rosterPerson(1, 'Bo Bat', 109),
  rosterPerson(2, 'Pat Pitch', 109, 'P'),
  rosterPerson(4, 'Nu New', 109),
  rosterPerson(5, 'Ab Sent', 120),
]
const LINEUP = [11, 12, 1, 14, 15, 16, 17, 18, 19]
const placed = {
  id: 1,
  person: { id: 4 },
  toTeam: { id: 109 },
  date: '2026-05-01',
  typeCode: 'SC',
  description: 'Arizona Diamondbacks placed 2B Nu New on the 10-day injured list. Left wrist sprain.',
}
const withStarter = (schedule: ReturnType<typeof scheduledGame>) => ({
  ...schedule,
  teams: {
    ...schedule.teams,
    away: { team: { id: 111 }, probablePitcher: { id: 3, fullName: 'Al Arm', pitchHand: { code: 'L' } } },
  },
})
const openGame = withStarter(
  scheduledGame({ day: TODAY, home: 109, homeStarter: 2, lineup: LINEUP, venue: 15 }),
)

interface Changes {
  transactions?: 'not loaded' | 'unavailable' | readonly object[]
  schedule?: readonly object[]
  lastGame?: string
}

/** The records of a second board, from a service with default answers except for the changes. */
async function boardOf({
  transactions = [placed],
  schedule = [openGame],
  lastGame = '2026-04-28',
}: Changes = {}) {
  const { upstream, asked } = await startUpstream(({ pathname, searchParams }, response) => {
    if (pathname.endsWith('/players')) return { people: roster }
    if (pathname === '/api/v1/teams') return { teams: [club(109, 'AZ'), club(111, 'BOS'), club(120, 'WSH')] }
    if (pathname.endsWith('/transactions')) {
      return Array.isArray(transactions) ? { transactions } : refuse(response, 500)
    }
    if (pathname.endsWith('/schedule')) {
      const date = searchParams.get('date')
      return { dates: date === TODAY ? [{ date, games: schedule }] : [] }
    }
    if (pathname.includes('stats')) return { stats: [] }
    const ids = (searchParams.get('personIds') ?? '').split(',')
    const pitching = searchParams.get('hydrate')?.includes('pitching')
    return {
      people: roster
        .filter(({ id }) => ids.includes(String(id)))
        .map((person) =>
          pitching
            ? withLog(person, 'pitching', [pitchingSplit(8, '2026-04-28', 6)])
            : withLog(person, 'hitting', [hittingSplit(9, lastGame, 1)]),
        ),
    }
  })
  const deps = { upstream, clock, log, propEvidence: evidenceOf({ upstream, clock, log }) }
  const players = roster.map(({ fullName: name, primaryPosition: { abbreviation } }) => ({
    name,
    team: '',
    group: abbreviation === 'P' ? ('pitching' as const) : ('hitting' as const),
  }))
  // Starts the prefetch as the API does at its start.
  if (transactions !== 'not loaded') prefetchedTransactions(deps, 0)
  if (Array.isArray(transactions)) await vi.waitFor(() => expect(prefetchedTransactions(deps)).toBeDefined())
  const records = new Map<string, GameLogRecord>()
  await streamGameLogs(deps, players, async (record) => {
    if ('name' in record)
      records.set(record.name, gameLogRecordSchema.parse(JSON.parse(JSON.stringify(record))))
  })
  const recordOf = (name: string) => {
    const record = records.get(name)
    if (record?.type !== 'player' && record?.type !== 'pitcher') throw new Error(`no log of ${name}`)
    return record
  }
  return { recordOf, asked }
}

describe('the game context of a player', () => {
  it('N11 contains the next game with opponent, starter and batting slot', async () => {
    const { recordOf } = await boardOf()
    expect(recordOf('Bo Bat').tonight).toEqual({
      gamePk: 900,
      date: TODAY,
      startsAt: `${TODAY}T23:05:00Z`,
      opponent: 'BOS',
      homeAway: 'HOME',
      homeTeam: 'AZ',
      homeRunFactor: findParkFactors(15, TODAY)?.homeRun,
      lineup: { announced: true, slot: 3 },
      starter: { personId: 3, name: 'Al Arm', throws: 'L' },
    })
    expect(recordOf('Nu New').tonight?.lineup).toEqual({ announced: true, slot: null })
    expect(recordOf('Pat Pitch').tonight).toMatchObject({
      gamePk: 900,
      lineup: { announced: true, slot: null },
    })
  })
  it('contains the opponent code of the logs and marks a line-up as not announced', async () => {
    const atWashington = withStarter(scheduledGame({ day: TODAY, home: 120, away: 111 }))
    const awayGame = { ...atWashington, teams: { home: { team: { id: 120 } }, away: { team: { id: 109 } } } }
    const { recordOf } = await boardOf({ schedule: [awayGame] })
    expect(recordOf('Bo Bat').tonight).toMatchObject({
      opponent: 'WSH',
      homeAway: 'AWAY',
      homeTeam: 'WSH',
      starter: null,
      lineup: { announced: false, slot: null },
    })
  })
  it('N11 contains the availability of the player', async () => {
    const { recordOf } = await boardOf()
    expect(recordOf('Nu New').availability).toEqual({
      state: 'out',
      label: '10-day injured list',
      date: '2026-05-01',
      text: placed.description,
    })
    expect(recordOf('Bo Bat').availability).toBeUndefined()
  })
  it('contains no availability when the log has a game after the placement on a list', async () => {
    expect((await boardOf({ lastGame: '2026-05-02' })).recordOf('Nu New').availability).toBeUndefined()
  })
  it('contains no game when the club has none or the opponent is unknown', async () => {
    expect((await boardOf()).recordOf('Ab Sent').tonight).toBeUndefined()
    const unknown = scheduledGame({ day: TODAY, home: 109, away: 999 })
    expect((await boardOf({ schedule: [unknown] })).recordOf('Bo Bat').tonight).toBeUndefined()
  })
  it('contains no availability for the first board, which does not wait for the roster transactions', async () => {
    const { recordOf, asked } = await boardOf({ transactions: 'not loaded' })
    expect(asked.join()).not.toContain('transactions')
    expect(recordOf('Nu New').availability).toBeUndefined()
    expect(recordOf('Nu New').tonight).toMatchObject({ gamePk: 900 })
  })
  it('contains the game without availability, or the reverse, when one cannot be read', async () => {
    const { recordOf } = await boardOf({ transactions: 'unavailable' })
    expect([recordOf('Nu New').availability, recordOf('Nu New').tonight?.gamePk]).toEqual([undefined, 900])
    const read = { readAt: `${TODAY}T15:00:00.000Z`, ageSeconds: 0, stale: false }
    const transactions = async () => ({ ...read, value: [statsTransactionSchema.parse(placed)] })
    const schedule = () => Promise.reject(new Error('the service is unavailable'))
    const upstream = { ...emptyUpstream, stats: { ...emptyUpstream.stats, transactions, schedule } }
    prefetchedTransactions({ upstream, clock, log }, 0)
    await vi.waitFor(() => expect(prefetchedTransactions({ upstream, clock, log })).toBeDefined())
    const gameContext = startGameContext({ upstream, clock, log }, new Set([109]), new Map([[109, 'AZ']]))
    const nuNew = { person: statsPersonSchema.parse(roster[2]), hitting: [], pitching: [] }
    expect(gameContext({ group: 'hitting', log: nuNew, clubId: 109 })).toMatchObject({
      availability: { state: 'out' },
    })
    expect(gameContext({ group: 'hitting', log: nuNew, clubId: 109 })).not.toHaveProperty('tonight')
  })
})
