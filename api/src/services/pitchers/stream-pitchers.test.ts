import { type PitcherRecord, pitcherRecordSchema } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { HttpError } from '../../http/error.ts'
import { clubHittingSplit, scheduledGame, teamStats } from '../../upstream/testing/club-stats.ts'
import { startUpstream } from '../../upstream/testing/start-upstream.ts'
import { club, pitchingSplit, rosterPerson, withLog } from '../../upstream/testing/stats-bodies.ts'
import { refuse } from '../../upstream/testing/stub-service.ts'
import { streamPitchers } from './stream-pitchers.ts'

const TODAY = '2026-05-03'
const PATIENCE = { needed: 800, past: 800, optional: 400 }
const SILENT = Symbol('no answer at all')

type Answer = (url: URL) => unknown
interface Changes {
  schedule?: Answer
  teams?: Answer
  batting?: Answer
  /** Of the season that is asked for. */
  log?: (season: number, ids: readonly number[]) => unknown
}

const starters = [2, 3]
const seasonOf = (url: URL) => Number(/season=(\d{4})/.exec(url.searchParams.get('hydrate') ?? '')?.[1])
const idsOf = (url: URL) => (url.searchParams.get('personIds') ?? '').split(',').map(Number)
const games = (season: number, months: readonly number[]) =>
  months.map((month, at) => pitchingSplit(season * 10 + at, `${season}-0${month}-11`, 6))
const people = (season: number, ids: readonly number[]) => ({
  people: ids.map((id) =>
    withLog(
      rosterPerson(id, `Arm ${id}`, 147, 'P'),
      'pitching',
      games(season, season === 2026 ? [4] : [5, 6]),
    ),
  ),
})
const debuted = (year: number) => (game: object) => {
  const { teams } = game as { teams: Record<string, { probablePitcher?: object }> }
  for (const side of Object.values(teams))
    Object.assign(side.probablePitcher ?? {}, { mlbDebutDate: `${year}-04-01` })
  return game
}
const slate = (...list: object[]) => ({ dates: [{ date: TODAY, games: list }] })
const tonight = debuted(2022)(scheduledGame({ day: TODAY, homeStarter: 2, awayStarter: 3 }))

/** A service that answers as usual but for the changes: `undefined` is a 500, a number that status. */
async function pageOf(changes: Changes = {}, clockSpec = `frozen:${TODAY}T15:00:00Z`) {
  const changed = { ...changes }
  const { upstream, asked, timer } = await startUpstream((url, response) => {
    const answer = (own: unknown): unknown => {
      if (own === SILENT) return undefined
      if (own === undefined || typeof own === 'number') return refuse(response, own ?? 500)
      return own
    }
    const { pathname } = url
    if (pathname === '/api/v1/teams')
      return answer((changed.teams ?? (() => ({ teams: [club(147, 'NYY'), club(111, 'BOS')] })))(url))
    if (pathname.endsWith('/teams/stats'))
      return answer((changed.batting ?? (() => teamStats([111, 147].map((id) => clubHittingSplit(id)))))(url))
    if (pathname.endsWith('/schedule')) {
      const usual: Answer = ({ searchParams }) =>
        searchParams.get('date') === TODAY ? slate(tonight) : { dates: [] }
      return answer((changed.schedule ?? usual)(url))
    }
    return answer((changed.log ?? people)(seasonOf(url), idsOf(url)))
  })
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => logged.push(line) })
  const ask = async (more: Partial<Parameters<typeof streamPitchers>[1]> = {}) => {
    const records: PitcherRecord[] = []
    const asking = { date: TODAY, phase: 'strikeouts' as const, skip: new Set<number>(), ...more }
    const write = async (record: object) => {
      records.push(pitcherRecordSchema.parse(JSON.parse(JSON.stringify(record))))
    }
    const deps = { upstream, clock: parseLeagueClock(clockSpec), log }
    const outcome = await streamPitchers(deps, asking, write, PATIENCE).catch((error: unknown) => {
      if (error instanceof HttpError) return error
      throw error
    })
    const facts = (id: number) => {
      const found = records.find((record) => record.type === 'pitcher' && record.id === id)
      if (found?.type !== 'pitcher') throw new Error(`no facts of ${id}`)
      return found
    }
    const missing = records.flatMap((record) =>
      record.type === 'missing' ? [[record.id, record.reason]] : [],
    )
    return { records, outcome, facts, missing }
  }
  return { ask, asked, timer, changed, logged }
}
const logsAsked = (asked: readonly string[]) => asked.filter((path) => path.startsWith('/api/v1/people'))

describe('H6 a phase of the pitchers page', () => {
  it('tells who pitches, then each one’s facts, history and forecast', async () => {
    const { ask } = await pageOf()
    const { records, outcome, facts } = await ask()
    expect(records.map(({ type }) => type)).toEqual(['start', 'pitcher', 'pitcher'])
    expect(records[0]).toMatchObject({ date: TODAY, season: 2026, pitchers: [{ id: 3 }, { id: 2 }] })
    expect(outcome).toMatchObject({ done: 2, missing: 0, stale: false })
    // The stub's games are all against Boston: two a season, until there are five with this year's one.
    expect(facts(2).vsOpponent.map(({ date }) => date)).toEqual([
      ...['2024-05-11', '2024-06-11', '2025-05-11', '2025-06-11', '2026-04-11'],
    ])
    expect(facts(3).vsOpponent).toEqual([])
    expect(facts(2)).toMatchObject({ daysOfRest: 21, season: { starts: 1 }, engine: ENGINE_VERSION })
    expect(facts(2).forecast?.stat).toBe('Pitcher Strikeouts')
    expect(facts(2).opponent.strikeOutRate).toBeCloseTo(8 / 38)
  })
  it('rides on the caches in the second phase, and for everyone else', async () => {
    const { ask, asked } = await pageOf()
    await ask()
    const before = asked.length
    const { facts } = await ask({ phase: 'hits-allowed' })
    expect(facts(2).forecast?.stat).toBe('Hits Allowed')
    await ask()
    expect(asked).toHaveLength(before)
  })
  it('asks once for all, though two come at the same time', async () => {
    const alone = await pageOf()
    await alone.ask()
    const together = await pageOf()
    await Promise.all([together.ask(), together.ask({ phase: 'hits-allowed' }), together.ask()])
    expect(together.asked.toSorted()).toEqual(alone.asked.toSorted())
  })
  it('asks a season once for everybody, and none before the debut', async () => {
    const { ask, asked } = await pageOf()
    await ask()
    const seasons = logsAsked(asked).map((path) => /season=(\d+)/.exec(path)?.[1])
    expect(seasons.toSorted()).toEqual(['2022', '2023', '2024', '2025', '2026'])
    expect(
      logsAsked(asked).every((path) => path.includes('personIds=3,2&') || path.includes('personIds=3&')),
    ).toBe(true)
  })
  it('sends nothing again that the caller has', async () => {
    const { ask, asked } = await pageOf()
    const { records } = await ask({ skip: new Set([2]) })
    expect(records.map((record) => (record.type === 'pitcher' ? record.id : record.type))).toEqual([
      'start',
      3,
    ])
    const all = await ask({ skip: new Set(starters) })
    expect(all.outcome).toMatchObject({ done: 0, missing: 0 })
    expect(logsAsked(asked).every((path) => path.includes('personIds=3&'))).toBe(true)
  })
  it('is about the season before the game: what came on its day or later is not in it', async () => {
    const log = (season: number, ids: readonly number[]) => ({
      people: ids.map((id) =>
        withLog(rosterPerson(id, `Arm ${id}`, 147, 'P'), 'pitching', [
          ...games(season, [4]),
          pitchingSplit(7, TODAY, 9),
          pitchingSplit(8, '2026-05-04', 9),
        ]),
      ),
    })
    const { ask } = await pageOf({ log }, 'frozen:2026-05-05T15:00:00Z')
    const { facts } = await ask()
    expect(facts(2).recent.map(({ date }) => date)).toEqual(['2026-04-11'])
    expect(facts(2)).toMatchObject({ season: { starts: 1 }, forecastMissing: 'the day is over' })
    expect(facts(2).forecast).toBeUndefined()
  })
  it.each<[string, Answer, number]>([
    ['nobody plays', () => ({ dates: [] }), 0],
    ['nobody is announced', () => slate(scheduledGame({ day: TODAY })), 0],
    [
      'the game is postponed',
      () => slate(scheduledGame({ day: TODAY, homeStarter: 2, code: 'D', state: 'Final' })),
      0,
    ],
    [
      'there are two games',
      () =>
        slate(
          tonight,
          debuted(2026)(scheduledGame({ gamePk: 901, gameNumber: 2, homeStarter: 4, awayStarter: 5 })),
        ),
      4,
    ],
  ])('where %s', async (_, schedule, count) => {
    const { ask } = await pageOf({ schedule })
    const { records, outcome } = await ask()
    expect(outcome).toMatchObject({ done: count, missing: 0 })
    expect(records).toHaveLength(count + 1)
  })
})

describe('H6 what cannot be read', () => {
  it.each<[string, Changes, string]>([
    ['refuses (403)', { schedule: () => 403 }, 'refuses to answer us (403)'],
    ['asks to slow down (429)', { schedule: () => 429 }, 'asks us to slow down (429)'],
    ['fails (500)', { schedule: () => undefined }, 'is failing (500)'],
    ['answers garbage', { schedule: () => ['<html>'] }, 'answered something that cannot be read'],
    ['says nothing', { schedule: () => SILENT }, 'is not answering'],
  ])('the schedule %s: nothing but the reason', async (_, changes, words) => {
    const { ask } = await pageOf(changes)
    const { records, outcome } = await ask()
    expect(records).toEqual([])
    expect(outcome).toMatchObject({ status: 503, message: expect.stringContaining(words) })
  })
  it.each<[string, unknown, string]>([
    ['refuse (403)', 403, 'refuses to answer us (403)'],
    ['are limited (429)', 429, 'asks us to slow down (429)'],
    ['fail (500)', undefined, 'is failing (500)'],
    ['are garbage', 'garbage', 'answered something that cannot be read'],
    ['are silent', SILENT, 'is not answering'],
  ])('all logs %s: everybody is missing, and the service’s state ends the stream', async (_, log, words) => {
    const { ask } = await pageOf({ log: () => log })
    const { records, outcome, missing } = await ask()
    expect(records.map(({ type }) => type)).toEqual(['start', 'missing', 'missing'])
    expect(missing.map(([id]) => id)).toEqual([3, 2])
    expect(outcome).toMatchObject({ status: 503, message: expect.stringContaining(words) })
  })
  it('one unreadable log is one missing pitcher', async () => {
    const torn = withLog(rosterPerson(3, 'Arm 3', 111), 'pitching', [{ date: 'when?' }])
    const { ask } = await pageOf({
      log: (season, ids) => ({
        people: [
          ...people(
            season,
            ids.filter((id) => id === 2),
          ).people,
          torn,
        ],
      }),
    })
    const { outcome, missing, facts } = await ask()
    expect(missing).toEqual([[3, 'his game log could not be read']])
    expect(outcome).toMatchObject({ done: 1, missing: 1 })
    expect(facts(2).recent).toHaveLength(1)
  })
  it('one whom the service does not know is told as that', async () => {
    const { ask } = await pageOf({
      log: (season, ids) =>
        people(
          season,
          ids.filter((id) => id === 2),
        ),
    })
    expect((await ask()).missing).toEqual([[3, 'the stats service does not know him']])
  })
  it.each([
    ['a season that fails', undefined],
    ['a season that cannot be read', 'garbage'],
    ['a season that is silent', SILENT],
  ])('%s is passed over, told, and read the next time', async (_, broken) => {
    const changes: Changes = { log: (season, ids) => (season === 2024 ? broken : people(season, ids)) }
    const { ask, changed } = await pageOf(changes)
    const { facts, outcome } = await ask()
    expect(outcome).toMatchObject({ done: 2, missing: 0 })
    expect(facts(2).missingSeasons).toEqual([2024])
    expect(facts(2).vsOpponent.map(({ date }) => date.slice(0, 4))).toEqual([
      '2023',
      '2023',
      '2025',
      '2025',
      '2026',
    ])
    if (broken === SILENT) return
    delete changed.log
    const again = await ask()
    expect(again.facts(2).missingSeasons).toBeUndefined()
    expect(again.facts(2).vsOpponent).toHaveLength(5)
  })
  it.each([
    ['away', undefined],
    ['silent', SILENT],
  ])('the clubs’ batting is %s: no opponent and no forecast, and the rest is there', async (_, batting) => {
    const { ask, logged } = await pageOf({ batting: () => batting })
    const { facts, outcome } = await ask()
    expect(outcome).toMatchObject({ done: 2 })
    expect(facts(2)).toMatchObject({
      opponent: { strikeOutRate: null, contactRate: null, hitRate: null },
      forecastMissing: 'the league could not be read',
    })
    if (batting === undefined) expect(logged.join()).toContain('without the opponents’ batting')
  })
  it('without the directory names stand for codes, and earlier seasons wait', async () => {
    const { ask } = await pageOf({ teams: () => undefined })
    const { facts, outcome } = await ask()
    expect(outcome).toMatchObject({ done: 2 })
    expect(facts(2).missingSeasons).toEqual([2025, 2024, 2023, 2022])
  })
  it('shows the last answers, says that they are old, and recovers by itself', async () => {
    const { ask, changed, timer } = await pageOf()
    await ask()
    timer.skip(3 * 3_600_000)
    changed.schedule = changed.log = () => undefined
    const { outcome, facts } = await ask()
    expect(outcome).toMatchObject({ done: 2, stale: true })
    expect(facts(2).vsOpponent).toHaveLength(5)
    delete changed.schedule
    delete changed.log
    timer.skip(130_000)
    expect((await ask()).outcome).toMatchObject({ done: 2, stale: false })
  })
  it('ends the work of a client who has gone', async () => {
    const { upstream } = await startUpstream(() => ({ dates: [] }))
    const deps = {
      upstream,
      clock: parseLeagueClock(`frozen:${TODAY}T15:00:00Z`),
      log: pino({ level: 'silent' }),
    }
    const gone = async () => {
      throw new Error('the client has gone')
    }
    const asked = { date: TODAY, phase: 'strikeouts' as const, skip: new Set<number>() }
    await expect(streamPitchers(deps, asked, gone)).rejects.toThrow('the client has gone')
  })
})
