import { type GameLogRecord, gameLogRecordSchema } from '@propsight/shared/contracts'
import { listStatNames, parseLeagueClock } from '@propsight/shared/domain'
import { ENGINE_VERSION, lineOdds } from '@propsight/shared/domain/engine'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { statsPersonSchema } from '../../../sources/stats/format/roster.ts'
import { statsGameSchema } from '../../../sources/stats/format/schedule.ts'
import {
  club,
  clubHittingSplit,
  clubPitchingSplit,
  hittingSplit,
  pitchingSplit,
  rosterPerson,
  scheduledGame,
  teamStats,
  withLog,
} from '../../../sources/testing/stats-bodies.ts'
import { refuse } from '../../../sources/testing/stub-service.ts'
import { startUpstream } from '../../../sources/testing/test-upstream.ts'
import { emptyUpstream } from '../../../testing/fake-deps.ts'
import { streamGameLogs } from '../game-logs.ts'
import { startForecasts } from './start-forecasts.ts'

const TODAY = '2026-05-03'
const CLOCK = parseLeagueClock(`frozen:${TODAY}T15:00:00Z`)
const SILENT = pino({ level: 'silent' })
const roster = [
  rosterPerson(1, 'Bo Bat', 147),
  rosterPerson(2, 'Pat Pitch', 147, 'P'),
  rosterPerson(3, 'Al Arm', 111, 'P'),
  rosterPerson(4, 'Nu New', 147),
]
const days = Array.from({ length: 25 }, (_, at) => `2026-04-${String(at + 1).padStart(2, '0')}`)
const clubs = [147, 111, 120]

type Answer = (url: URL) => unknown
interface Changes {
  teamStats?: Answer
  recentBatting?: Answer
  schedule?: Answer
  orders?: Answer
  pitching?: Answer
  /** Season totals of all players for finished seasons. They are loaded before the board is requested. */
  seasons?: Answer
}
const totals: Answer = (url) =>
  teamStats(
    clubs.map((id) =>
      url.searchParams.get('group') === 'hitting' ? clubHittingSplit(id) : clubPitchingSplit(id),
    ),
  )
const tonight = (game: object = scheduledGame({ day: TODAY, homeStarter: 2, awayStarter: 3 })) => [
  { date: TODAY, games: [game] },
]

/** The records of a small board. The service gives default answers except for the changes. */
async function boardOf(changes: Changes, players: readonly string[] = ['Bo Bat', 'Pat Pitch']) {
  const { upstream, asked } = await startUpstream((url, response) => {
    const { pathname, searchParams } = url
    const answer = (changed: Answer | undefined, defaultAnswer: Answer) => {
      const body = (changed ?? defaultAnswer)(url)
      return body === undefined ? refuse(response, 500) : body
    }
    if (pathname.endsWith('/players')) return { people: roster }
    if (pathname === '/api/v1/teams') return { teams: [club(147, 'NYY'), club(111, 'BOS')] }
    if (searchParams.get('stats') === 'byDateRange') return answer(changes.recentBatting, totals)
    if (pathname.endsWith('/teams/stats')) return answer(changes.teamStats, totals)
    if (searchParams.has('startDate')) return answer(changes.orders, () => ({ dates: [] }))
    if (pathname.endsWith('/schedule')) {
      const defaultSchedule: Answer = () => ({ dates: searchParams.get('date') === TODAY ? tonight() : [] })
      return answer(changes.schedule, defaultSchedule)
    }
    if (pathname === '/api/v1/stats') return answer(changes.seasons, () => ({ stats: [] }))
    const ids = (searchParams.get('personIds') ?? '').split(',')
    const pitching = searchParams.get('hydrate')?.includes('pitching')
    if (pitching && changes.pitching) return answer(changes.pitching, () => undefined)
    const splits = pitching
      ? days.filter((_, at) => at % 5 === 0).map((day, at) => pitchingSplit(200 + at, day, 6))
      : days.map((day, at) => hittingSplit(100 + at, day, at % 3))
    return {
      people: roster
        .filter(({ id }) => ids.includes(String(id)))
        .map((person) => withLog(person, pitching ? 'pitching' : 'hitting', person.id === 4 ? [] : splits)),
    }
  })
  const records: GameLogRecord[] = []
  const deps = { upstream, clock: CLOCK, log: SILENT, propEvidence: async () => () => null }
  const requestedPlayers = players.map((name) => {
    const pitches = roster.find(({ fullName }) => fullName === name)?.primaryPosition.abbreviation === 'P'
    return { name, team: '', group: pitches ? ('pitching' as const) : ('hitting' as const) }
  })
  const requestBoard = () =>
    streamGameLogs(deps, requestedPlayers, async (record) => {
      records.push(gameLogRecordSchema.parse(JSON.parse(JSON.stringify(record))))
    })
  await requestBoard()
  const recordOf = (name: string) => {
    const record = records.findLast((candidate) => 'name' in candidate && candidate.name === name)
    if (record?.type !== 'player' && record?.type !== 'pitcher') throw new Error(`no log of ${name}`)
    return record
  }
  return { recordOf, asked, requestBoard, records }
}

describe('forecasts of the game log stream', () => {
  it('cover every market of a batter and a pitcher for the next game', async () => {
    const { recordOf } = await boardOf({})
    for (const [name, group] of [
      ['Bo Bat', 'hitting'],
      ['Pat Pitch', 'pitching'],
    ] as const) {
      const { forecasts = [], engine, forecastGame, forecastMissing } = recordOf(name)
      expect(forecastMissing).toBeUndefined()
      expect(forecasts.map(({ stat }) => stat)).toEqual(listStatNames(group))
      expect([engine, forecastGame]).toMatchObject([ENGINE_VERSION, { date: TODAY, gamePk: 900 }])
      for (const { distribution } of forecasts) {
        const { over, under, push } = lineOdds(distribution, 0.5)
        expect(over + under + push).toBeCloseTo(1)
      }
    }
  })
  it('are computed once while their inputs are unchanged', async () => {
    const { recordOf, requestBoard, asked } = await boardOf({})
    const first = recordOf('Bo Bat').forecasts
    const calls = asked.length
    await requestBoard()
    expect(recordOf('Bo Bat').forecasts).toEqual(first)
    expect(asked).toHaveLength(calls)
  })
  it('depend on the batting of the clubs in the last 30 days', async () => {
    const recent = clubs.map((id) => clubHittingSplit(id, 28))
    const moreHits = recent.map((split) => ({ ...split, stat: { ...split.stat, hits: 10 * 28 } }))
    const hits = async (splits: object[]) => {
      const { recordOf } = await boardOf({ recentBatting: () => teamStats(splits) }, ['Bo Bat', 'Pat Pitch'])
      const mean = (name: string, stat: string) =>
        recordOf(name).forecasts?.find((forecast) => forecast.stat === stat)?.mean ?? 0
      return [mean('Bo Bat', 'Hits'), mean('Pat Pitch', 'Hits Allowed')]
    }
    const means = await hits(recent)
    const higherMeans = await hits(moreHits)
    for (const at of [0, 1]) expect(higherMeans[at]).toBeGreaterThan(1.02 * (means[at] ?? 0))
  })
  it('depend on earlier seasons when these are loaded', async () => {
    const { stat } = clubHittingSplit(147, 150)
    const rare = { doubles: 20, triples: 1, baseOnBalls: 60, strikeOuts: 120 }
    const slugger = {
      player: { id: 1 },
      stat: { ...stat, ...rare, plateAppearances: 650, hits: 180, homeRuns: 60 },
    }
    const seasons: Answer = ({ searchParams }) => {
      const splits = searchParams.get('group') === 'hitting' ? [slugger] : []
      return { stats: [{ splits }] }
    }
    const homeRuns = (board: Awaited<ReturnType<typeof boardOf>>) =>
      board.recordOf('Bo Bat').forecasts?.find(({ stat: name }) => name === 'Home Runs')?.mean ?? 0
    expect(homeRuns(await boardOf({ seasons }))).toBeGreaterThan(2 * homeRuns(await boardOf({})))
  })
  it('depend on the announced batting order', async () => {
    const withoutLineup = (await boardOf({})).recordOf('Bo Bat').forecasts
    const lineup = [1, 11, 12, 13, 14, 15, 16, 17, 18]
    const game = scheduledGame({ day: TODAY, homeStarter: 2, awayStarter: 3, lineup })
    const { recordOf } = await boardOf({ schedule: () => ({ dates: tonight(game) }) })
    const runs = (forecasts: typeof withoutLineup) =>
      forecasts?.find(({ stat }) => stat === 'Runs')?.mean ?? 0
    expect(runs(recordOf('Bo Bat').forecasts)).not.toBe(runs(withoutLineup))
  })
  it('are for the game of today until its first pitch', async () => {
    const warmingUp = scheduledGame({ day: TODAY, state: 'Live', code: 'P' })
    const { recordOf } = await boardOf({ schedule: () => ({ dates: tonight(warmingUp) }) })
    expect(recordOf('Bo Bat')).toMatchObject({ forecastGame: { date: TODAY, gamePk: 900 } })
  })
  it('are for the game of tomorrow when today has no open game', async () => {
    const over = scheduledGame({ day: TODAY, state: 'Final', code: 'F' })
    const tomorrow = scheduledGame({ day: '2026-05-04', gamePk: 901 })
    const { recordOf } = await boardOf({
      schedule: ({ searchParams }) => {
        const date = searchParams.get('date')
        if (date === TODAY) return { dates: tonight(over) }
        return { dates: date === '2026-05-04' ? [{ date, games: [tomorrow] }] : [] }
      },
    })
    expect(recordOf('Bo Bat').forecastGame).toMatchObject({ date: '2026-05-04', gamePk: 901 })
  })
  it.each<[string, Changes, string]>([
    ['there is no game', { schedule: () => ({ dates: [] }) }, 'no game today or tomorrow'],
    ['the totals are unavailable', { teamStats: () => undefined }, 'the league could not be read'],
    ['the totals are invalid', { teamStats: () => teamStats(['NaN', 7]) }, 'the league could not be read'],
  ])('are missing with a reason when %s', async (_, changes, reason) => {
    const { recordOf } = await boardOf(changes)
    for (const name of ['Bo Bat', 'Pat Pitch']) {
      expect(recordOf(name).forecastMissing).toBe(reason)
      expect(recordOf(name).forecasts).toBeUndefined()
      expect(recordOf(name).games.length).toBeGreaterThan(3)
    }
  })
  it('are missing with a reason for a player without games', async () => {
    const { recordOf } = await boardOf({}, ['Nu New'])
    expect(recordOf('Nu New').forecastMissing).toBe('no games this season')
  })
  it.each<[string, Changes]>([
    [
      'the clubs’ pitching',
      { teamStats: (url) => (url.search.includes('pitching') ? undefined : totals(url)) },
    ],
    ['the last weeks', { recentBatting: () => undefined }],
    ['readable last weeks', { recentBatting: () => teamStats(['NaN']) }],
    ['batting orders', { orders: () => undefined }],
    ['the other starter’s log', { pitching: () => undefined }],
    ['announced starters', { schedule: () => ({ dates: tonight(scheduledGame({ day: TODAY })) }) }],
  ])('are made without %s', async (_, changes) => {
    expect((await boardOf(changes, ['Bo Bat'])).recordOf('Bo Bat').forecasts).toHaveLength(
      listStatNames('hitting').length,
    )
  })
  it('are either present or missing with a reason before the season has begun', async () => {
    const emptyTotals: Answer = ({ search }) =>
      teamStats(
        clubs.map((id) => (search.includes('hitting') ? clubHittingSplit(id, 0) : clubPitchingSplit(id, 0))),
      )
    for (const changes of [{ teamStats: emptyTotals }, { teamStats: () => ({ stats: [] }) }]) {
      const { recordOf } = await boardOf(changes)
      for (const name of ['Bo Bat', 'Pat Pitch']) {
        const { forecasts, forecastMissing } = recordOf(name)
        expect(forecasts === undefined).toBe(forecastMissing !== undefined)
      }
    }
  })
  it('are missing after the timeout and available once the totals have arrived', async () => {
    const batting = Promise.withResolvers<never>()
    const game = statsGameSchema.parse(scheduledGame({ day: TODAY }))
    const pendingStats = { ...emptyUpstream.stats, teamBatting: () => batting.promise }
    const stats = {
      ...pendingStats,
      schedule: async () => ({ ...(await pendingStats.schedule(TODAY)), value: [game] }),
    }
    const forecast = startForecasts(
      { upstream: { ...emptyUpstream, stats }, clock: CLOCK, log: SILENT },
      new Set([147]),
      5,
    )
    const person = statsPersonSchema.parse(rosterPerson(1, 'Bo Bat', 147))
    const subject = {
      group: 'hitting' as const,
      log: { person, hitting: [], pitching: [] },
      clubId: 147,
    }
    expect(await forecast(subject)).toEqual({ forecastMissing: 'the league could not be read' })
    batting.resolve((await emptyUpstream.stats.teamBatting(2026)) as never)
    await expect.poll(async () => (await forecast(subject)).forecastMissing).toBe('no games this season')
  })
})
