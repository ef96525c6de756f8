import { isOpenStatus, type TrackLeg } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { LegResult } from '../../../repositories/forecast-records.ts'
import { type StatsGame, statsGameSchema } from '../../../sources/stats/format/schedule.ts'
import { fakeDeps } from '../../../testing/fake-deps.ts'
import { gradeLegs } from './grade-legs.ts'
import { createGameReader } from './read-games.ts'
import * as league from './testing/league-fixture.ts'

const { aBox, aGame, anOpenLeg, aSide, batted, DAY, fakeLeague, FINAL, LIVE, pitched } = league

/** Fixture: a repository that grades legs as the database does, with days and boxes that a test sets. */
function gradingFixture(
  legs: TrackLeg[],
  changes: Parameters<typeof fakeLeague>[0] = {},
  now = '2026-07-19T12:00:00Z',
) {
  const fake = fakeLeague(changes)
  const warnings: string[] = []
  const log = pino(
    { level: 'warn' },
    {
      write: (line) => {
        warnings.push(line)
      },
    },
  )
  const calls: LegResult[][] = []
  const isOpen = ({ status }: TrackLeg) => isOpenStatus(status)
  const { repositories } = fakeDeps({})
  const forecasts: typeof repositories.forecasts = {
    ...repositories.forecasts,
    open: async ({ upTo, after = '', limit }) =>
      legs
        .filter((leg) => isOpen(leg) && leg.league_day <= upTo && leg.id > after)
        .toSorted((a, b) => a.id.localeCompare(b.id))
        .slice(0, limit),
    settle: async (results) => {
      calls.push([...results])
      const byId = new Map(results.map((result) => [result.id, result]))
      for (const leg of legs.filter(isOpen)) {
        const { game_pk, ...result } = byId.get(leg.id) ?? {}
        Object.assign(leg, { ...result, game_pk: leg.game_pk ?? game_pk ?? null })
      }
      return results.length
    },
  }
  const reader = createGameReader(fake)
  const at = (time: string) =>
    gradeLegs(
      { repositories: { ...repositories, forecasts }, clock: parseLeagueClock(`frozen:${time}`), log },
      () => reader,
    )
  return { legs, calls, warnings, league: fake.league, pass: (time = now) => at(time) }
}
const statuses = ({ legs }: { legs: TrackLeg[] }) => legs.map(({ status, actual }) => [status, actual])
/** The game with the codes of its clubs: Boston at the Yankees. */
const withCodes = (game: StatsGame): StatsGame => ({
  ...game,
  teams: {
    home: { ...game.teams.home, team: { id: 147, abbreviation: 'NYY' } },
    away: { ...game.teams.away, team: { id: 111, abbreviation: 'BOS' } },
  },
})
const hits = (count: number) => aBox(aSide({ 1: { batting: batted(count) } }))
const played = (count: number) => ({ days: { [DAY]: [aGame(FINAL)] }, boxes: { 77: hits(count) } })

describe('P7 open legs', () => {
  it('are graded by the box score once', async () => {
    const all = gradingFixture(
      [
        anOpenLeg(),
        anOpenLeg({ side: 'UNDER' }),
        anOpenLeg({ line: 2 }),
        anOpenLeg({ person_id: 99 }),
        anOpenLeg({ stat_type: 'Pitcher Strikeouts', person_id: 5, line: 6.5 }),
      ],
      played(2),
    )
    all.league.boxes[77] = aBox(aSide({ 1: { batting: batted(2) }, 5: { pitching: pitched(7) } }, [5]))
    expect(await all.pass()).toBe(5)
    expect(statuses(all)).toEqual([
      ['winner', 2],
      ['loser', 2],
      ['push', 2],
      ['no-game', null],
      ['winner', 7],
    ])
    expect(await all.pass()).toBe(0)
    expect(all.calls).toHaveLength(1)
  })
  it('of a live game are written only when their value changed', async () => {
    const all = gradingFixture(
      [anOpenLeg()],
      { ...played(1), days: { [DAY]: [aGame(LIVE)] } },
      '2026-07-18T23:30:00Z',
    )
    expect([await all.pass(), await all.pass()]).toEqual([1, 0])
    all.league.boxes[77] = hits(2)
    expect(await all.pass()).toBe(1)
    expect(statuses(all)).toEqual([['in-progress', 2]])
  })
  it('of a doubleheader are graded with their own game', async () => {
    const days = { [DAY]: [aGame(FINAL), aGame({ gamePk: 78, gameNumber: 2 })] }
    const all = gradingFixture([anOpenLeg(), anOpenLeg({ game_pk: 78 })], { days, boxes: { 77: hits(2) } })
    await all.pass()
    expect(statuses(all)).toEqual([
      ['winner', 2],
      ['pending', null],
    ])
  })
  it('of a postponed game and of its make-up game with the same number are graded separately', async () => {
    const makeUpDay = '2026-07-19'
    const days = {
      [DAY]: [aGame({ state: 'Final', code: 'D' })],
      [makeUpDay]: [aGame({ ...FINAL, day: makeUpDay })],
    }
    const legs = [anOpenLeg(), anOpenLeg({ league_day: makeUpDay })]
    const all = gradingFixture(legs, { days, boxes: { 77: hits(2) } }, '2026-07-20T12:00:00Z')
    await all.pass()
    expect(statuses(all)).toEqual([
      ['no-game', null],
      ['winner', 2],
    ])
  })
  it('of a game that is unlisted or never ends are closed without a result after three days', async () => {
    const days = { [DAY]: [aGame({ ...LIVE, gamePk: 78 })] }
    const all = gradingFixture([anOpenLeg(), anOpenLeg({ game_pk: 78 }), anOpenLeg({ game_pk: null })], {
      days,
      boxes: { 78: hits(1) },
    })
    await all.pass('2026-07-21T12:00:00Z')
    expect(statuses(all)).toEqual([
      ['pending', null],
      ['in-progress', 1],
      ['pending', null],
    ])
    await all.pass('2026-07-22T12:00:00Z')
    expect(statuses(all)).toEqual(Array(3).fill(['no-game', null]))
    expect(all.warnings.map((line) => JSON.parse(line))).toMatchObject([
      { legs: 3, msg: 'open legs were closed without a result' },
    ])
  })
  it('of a suspended game stay open until it is completed, by the rules of a book without a limit', async () => {
    const suspended = aGame({ ...LIVE, code: 'U' })
    const all = gradingFixture([anOpenLeg()], { days: { [DAY]: [suspended] }, boxes: { 77: hits(1) } })
    await all.pass('2026-07-21T12:00:00Z')
    expect(statuses(all)).toEqual([['suspended', 1]])
    all.league.days = {}
    await all.pass('2026-08-10T12:00:00Z')
    expect(statuses(all)).toEqual([['suspended', 1]])
    all.league.days = { [DAY]: [aGame(FINAL)] }
    all.league.boxes[77] = hits(2)
    all.league.readAt = { day: '2026-09-16T04:00:00.000Z', box: '2026-09-16T04:00:01.000Z' }
    await all.pass('2026-09-16T12:00:00Z')
    expect(statuses(all)).toEqual([['winner', 2]])
    expect(all.warnings).toEqual([])
  })
  it('of a game that is resumed after the limit of their book are void, although it is completed', async () => {
    const resumed = (game: object): StatsGame =>
      statsGameSchema.parse({ ...game, resumeDate: '2026-07-20T17:05:00Z', resumeGameDate: '2026-07-20' })
    const legs = (['underdog', 'hotstreak', 'prizepicks'] as const).map((book) => anOpenLeg({ book }))
    const days = { [DAY]: [resumed(aGame(FINAL))] }
    const all = gradingFixture(legs, { days, boxes: { 77: hits(2) } }, '2026-07-21T12:00:00Z')
    await all.pass()
    expect(statuses(all)).toEqual([
      ['no-game', null],
      ['no-game', null],
      ['winner', 2],
    ])
  })
  it('whose game is not certain are graded once the start is set', async () => {
    const [first, second] = [
      aGame({ gamePk: 76, hour: '07:33' }),
      aGame({ gamePk: 77, hour: '07:33', gameNumber: 2 }),
    ]
    const open = { game_pk: null, game_time: `${DAY}T23:05:00+00:00` }
    const legs = [
      anOpenLeg(open),
      anOpenLeg({ ...open, team: 'BOS', game_time: `${DAY}T17:05:00+00:00` }),
      anOpenLeg({ ...open, stat_type: 'Pitcher Strikeouts', person_id: 5, line: 8.5, game_time: null }),
      anOpenLeg({ ...open, game_time: null }),
    ]
    const all = gradingFixture(
      legs,
      { days: { [DAY]: [first, second].map(withCodes) } },
      '2026-07-18T15:00:00Z',
    )
    await all.pass()
    expect(all.calls).toEqual([])
    const set = (hour: string, options: object) => withCodes(aGame({ hour, ...FINAL, ...options }))
    all.league.days[DAY] = [
      set('17:05', { gamePk: 76 }),
      set('23:05', { gamePk: 77, gameNumber: 2, homeStarter: 5 }),
    ]
    all.league.boxes = {
      76: hits(0),
      77: aBox(aSide({ 1: { batting: batted(3) }, 5: { pitching: pitched(9) } }, [5])),
    }
    await all.pass('2026-07-19T12:00:00Z')
    const winner = ['winner', 3]
    expect(statuses(all)).toEqual([winner, ['loser', 0], ['winner', 9], ['pending', null]])
    expect(all.legs.map(({ game_pk }) => game_pk)).toEqual([77, 76, 77, null])
    await all.pass('2026-07-22T12:00:00Z')
    expect(statuses(all)[3]).toEqual(['no-game', null])
  })
  it('stay open when the game is over and only its box score is outdated', async () => {
    const all = gradingFixture([anOpenLeg()], played(2), '2026-07-24T12:00:00Z')
    all.league.readAt = { day: '2026-07-24T12:00:00.000Z', box: '2026-07-24T11:59:00.000Z' }
    await all.pass()
    expect(statuses(all)).toEqual([['in-progress', 2]])
    all.league.readAt.box = '2026-07-24T12:01:00.000Z'
    await all.pass()
    expect(statuses(all)).toEqual([['winner', 2]])
  })
  it('with an unknown stat are closed without a result', async () => {
    const all = gradingFixture([anOpenLeg({ stat_type: 'Pickle Balls' })], played(2), '2026-07-22T12:00:00Z')
    await all.pass()
    expect(statuses(all)).toEqual([['no-game', null]])
  })
  it('stay open while the league is unavailable, with one warning per pass, and are graded afterwards', async () => {
    const all = gradingFixture(
      [anOpenLeg(), anOpenLeg()],
      { ...played(2), failure: new Error('unavailable') },
      '2026-07-25T12:00:00Z',
    )
    expect(await all.pass()).toBe(0)
    expect(statuses(all)).toEqual(Array(2).fill(['pending', null]))
    expect(all.warnings.map((line) => JSON.parse(line))).toMatchObject([{ legs: 2, games: [`${DAY} 77`] }])
    all.league.failure = null
    await all.pass()
    expect(statuses(all)).toEqual(Array(2).fill(['winner', 2]))
  })
  it('of an unreadable game do not block further games and are closed after two weeks', async () => {
    const days = { [DAY]: [aGame(FINAL), aGame({ ...FINAL, gamePk: 78 })] }
    const boxes = { 77: aBox(aSide({}), aSide({})), 78: hits(2) }
    const all = gradingFixture([anOpenLeg(), anOpenLeg({ game_pk: 78 })], { days, boxes })
    await all.pass()
    expect(statuses(all)).toEqual([
      ['pending', null],
      ['winner', 2],
    ])
    await all.pass('2026-08-01T12:00:00Z')
    expect(statuses(all)[0]).toEqual(['pending', null])
    await all.pass('2026-08-02T12:00:00Z')
    expect(statuses(all)[0]).toEqual(['no-game', null])
  })
  it('are graded in pages with one request per day and game when there are 20,000', async () => {
    const games = Array.from({ length: 15 }, (_, at) => aGame({ ...FINAL, gamePk: 100 + at }))
    const boxes = Object.fromEntries(games.map(({ gamePk }) => [gamePk, hits(2)]))
    const legs = Array.from({ length: 20_000 }, (_, at) => anOpenLeg({ game_pk: 100 + (at % 15) }))
    const all = gradingFixture(legs, { days: { [DAY]: games }, boxes })
    expect(await all.pass()).toBe(20_000)
    expect([all.league.requests.length, all.calls.length]).toEqual([16, 40])
    expect(Math.max(...all.calls.map((call) => call.length))).toBe(500)
  })
})
