import { fetchLinesQuery } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { BookBoard, BookLine } from '../../sources/lines/lines-client.ts'
import { type StatsGame, statsGameSchema } from '../../sources/stats/format/schedule.ts'
import type { Upstream } from '../../sources/upstream.ts'
import { emptyUpstream, fakeDeps } from '../../testing/fake-deps.ts'
import { scriptRun } from '../../testing/script-run.ts'
import { TEST_USER } from '../../testing/test-env.ts'
import { allowedLines, fetchLines, linesFilter } from './lines.ts'

const START = '2026-07-15T23:05:00.000Z'
const PLACEHOLDER = '2026-07-15T07:33:00Z'
const TBD = {
  status: {
    abstractGameState: 'Preview',
    codedGameState: 'S',
    detailedState: 'Scheduled',
    startTimeTBD: true,
  },
}
let serial = 0
const line = (changes: Partial<BookLine> = {}): BookLine => {
  serial += 1
  return {
    id: `line-${serial}`,
    name: 'Ansel Ode',
    team: 'NYY',
    position: 'OF',
    stats: '1.5 More Hits',
    line: 1.5,
    opponent: null,
    homeAway: null,
    gameTime: START,
    statType: 'Hits',
    oddsType: 'standard',
    gameId: 'book-game',
    combo: false,
    promo: false,
    regularLine: null,
    description: 'BOS',
    inPlay: false,
    ...changes,
  }
}
const game = (gamePk: number, gameDate: string, changes: object = {}): StatsGame =>
  statsGameSchema.parse({
    gamePk,
    gameType: 'R',
    season: '2026',
    gameDate,
    status: { abstractGameState: 'Preview', codedGameState: 'S', detailedState: 'Scheduled' },
    teams: {
      away: { team: { id: 111, abbreviation: 'BOS' } },
      home: { team: { id: 147, abbreviation: 'NYY' } },
    },
    ...changes,
  })
const answerOf = (
  lines: BookLine[],
  query: object = {},
  games: StatsGame[] = [game(7, START)],
  maxLines = 300,
  isForPitchersPage = false,
  more: Partial<BookBoard> = {},
) => {
  const read = <T>(value: T) => ({ value, readAt: '2026-07-15T16:00:00.000Z', ageSeconds: 3, stale: false })
  const upstream: Upstream = {
    ...emptyUpstream,
    stats: { ...emptyUpstream.stats, schedule: async () => read(games) },
    lines: { board: async () => read({ lines, suspended: [], skipped: 2, notRead: 0, ...more }) },
  }
  const clock = parseLeagueClock('frozen:2026-07-15T20:00:00Z')
  const deps = { upstream, clock, log: pino({ level: 'silent' }) }
  return fetchLines(deps, fetchLinesQuery.parse({ category: 'Hits', ...query }), maxLines, isForPitchersPage)
}

describe('the filter of a query', () => {
  const filterOf = (query: object) => linesFilter(fetchLinesQuery.parse({ category: 'Hits', ...query }))
  it.each([
    ['the limit', { limit: '1' }, { limit: '5001' }],
    ['the run', { runId: '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d' }, {}],
    ['the letter case of the state', { state: 'ny' }, { state: 'NY' }],
    ['what is the default', { live: 'false', oddsType: 'All', book: 'prizepicks', sport: 'MLB' }, {}],
    ['the order of games', { gameIds: 'b,a' }, { gameIds: 'a,b' }],
    ['games that are named twice', { gameIds: 'a,b,a' }, { gameIds: 'a,b' }],
    ['the name of a market', { category: 'Strikeouts' }, { category: 'Pitcher Strikeouts' }],
  ])('does not depend on %s', (_what, query, other) => {
    expect(filterOf(query)).toEqual(filterOf(other))
  })
  it.each([
    ['the market', { category: 'Runs' }],
    ['the state', { state: 'NY' }],
    ['live games', { live: 'true' }],
    ['the odds type', { oddsType: 'goblin' }],
    ['the games', { gameIds: 'a' }],
  ])('depends on %s', (_what, query) => {
    expect(filterOf(query)).not.toEqual(filterOf({}))
  })
})

describe('N8 lines', () => {
  it('have opponent and side, and the answer has the skip count and the read time', async () => {
    const answer = await answerOf([line({ team: 'BOS', description: 'NYY' }), line()])
    expect(answer).toMatchObject({ skipped: 2, stale: false, readAt: '2026-07-15T16:00:00.000Z' })
    expect(answer.players.map(({ opponent, homeAway }) => [opponent, homeAway])).toEqual([
      ['NYY', 'AWAY'],
      ['BOS', 'HOME'],
    ])
    expect(answer.players[0]).not.toHaveProperty('description')
  })
  it('use the opponent text of the book when the schedule has no game', async () => {
    const lines = [line(), line({ description: '@ TB' }), line({ description: 'NYY 2nd Half' })]
    const { players } = await answerOf(lines, {}, [])
    expect(players.map(({ opponent, homeAway }) => [opponent, homeAway])).toEqual([
      ['BOS', null],
      ['TB', 'AWAY'],
      [null, null],
    ])
  })
  it('exclude games that have begun by the league clock and games that were called off', async () => {
    const begun = line({ gameTime: '2026-07-15T20:00:00.000Z' })
    const live = line({ gameTime: '2026-07-15T19:00:00.000Z', inPlay: true })
    expect((await answerOf([begun, live, line()])).players).toHaveLength(1)
    expect((await answerOf([begun, live, line()], { live: 'true' })).players).toHaveLength(2)
    const calledOff = {
      status: { abstractGameState: 'Final', codedGameState: 'D', detailedState: 'Postponed' },
    }
    expect((await answerOf([line()], {}, [game(7, START, calledOff)])).players).toEqual([])
  })
  it('are matched to the right game of a doubleheader', async () => {
    const second = '2026-07-16T02:30:00.000Z'
    const games = [game(7, START), game(8, second, { gameNumber: 2 })]
    const { players } = await answerOf([line(), line({ gameTime: second })], { gameIds: '8' }, games)
    expect(players.map(({ gameTime, gamePk }) => [gameTime, gamePk])).toEqual([[second, 8]])
    expect((await answerOf([line({ gameTime: null })], {}, games)).players[0]?.gamePk).toBeNull()
    expect((await answerOf([line()], { gameIds: 'book-game' }, games)).players).toHaveLength(1)
  })
  it('keep the start by the book while the league has not set one', async () => {
    const [first] = (await answerOf([line()], {}, [game(7, PLACEHOLDER, TBD)])).players
    expect(first).toMatchObject({ gameTime: START, opponent: 'BOS', gamePk: 7 })
  })
  it('of the evening are on the second game of a doubleheader whose start is not set', async () => {
    const games = [game(7, '2026-07-15T17:05:00Z'), game(8, PLACEHOLDER, { ...TBD, gameNumber: 2 })]
    expect(await answerOf([line()], {}, games)).toMatchObject({
      players: [{ gamePk: 8, gameTime: START, opponent: 'BOS', homeAway: 'HOME' }],
      gameNotCertain: 0,
    })
  })
  it('have no game and are counted while it is not certain which game they are on', async () => {
    const games = [
      game(7, '2026-07-15T21:05:00Z', { doubleHeader: 'Y' }),
      game(8, PLACEHOLDER, { ...TBD, gameNumber: 2, doubleHeader: 'Y' }),
    ]
    const untimed = line({ gameTime: null })
    const between = line({ gameTime: '2026-07-15T23:05:00Z' })
    expect(
      await answerOf([untimed, between, line({ gameTime: '2026-07-15T21:05:00Z' })], {}, games),
    ).toMatchObject({
      players: [{ gamePk: null, opponent: 'BOS' }, { gamePk: null, opponent: 'BOS' }, { gamePk: 7 }],
      gameNotCertain: 2,
    })
  })
  it('on the day of a resumption are on the regular game', async () => {
    const rest = game(6, '2026-07-15T22:05:00Z', {
      officialDate: '2026-06-01',
      resumedFrom: '2026-06-01T23:05:00Z',
      status: { abstractGameState: 'Live', codedGameState: 'U', detailedState: 'Suspended: Rain' },
    })
    const { players } = await answerOf([line(), line({ gameTime: null })], {}, [rest, game(7, START)])
    expect(players).toMatchObject([{ gamePk: 7 }, { gamePk: 7 }])
  })
  it('are filtered by market, by all markets that have a board at once, and by odds type', async () => {
    const lines = [
      line(),
      line({ statType: 'Hits Allowed' }),
      line({ statType: 'No Such Market' }),
      line({ statType: 'Pitcher Strikeouts', oddsType: 'goblin' }),
    ]
    const stats = async (query: object) =>
      (await answerOf(lines, query)).players.map(({ statType }) => statType)
    expect(await stats({ category: 'All Stat Lines' })).toEqual([
      'Hits',
      'Hits Allowed',
      'Pitcher Strikeouts',
    ])
    expect(await stats({ category: 'Strikeouts' })).toEqual(['Pitcher Strikeouts'])
    expect(await stats({ category: 'Pitcher Hits Allowed' })).toEqual(['Hits Allowed'])
    expect(await stats({ category: 'All Stat Lines', oddsType: 'goblin' })).toEqual(['Pitcher Strikeouts'])
  })
  it('are limited to the smaller of the requested and the allowed number', async () => {
    const lines = Array.from({ length: 60 }, () => line())
    expect((await answerOf(lines, { limit: '5' })).players).toHaveLength(5)
    expect((await answerOf(lines, {}, [game(7, START)], 30)).players).toHaveLength(30)
  })
  it('have a total count that includes the omitted lines', async () => {
    const lines = Array.from({ length: 60 }, () => line())
    expect((await answerOf(lines, {}, [game(7, START)], 30)).total).toBe(60)
    expect((await answerOf(lines, { limit: '50000' }, [game(7, START)], 50_000)).players).toHaveLength(60)
  })
  it('are 30 of a pitcher market and 300 of another one by default, and all of them on request', async () => {
    const runId = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
    const { repositories } = fakeDeps()
    const user = { id: TEST_USER, email: 'a@example.com' }
    const { runs } = scriptRun(runId, 'held', { category: 'All Stat Lines' })
    const allowed = async (query: object, signedIn = true) => {
      const { most, run } = await allowedLines(
        { repositories: { ...repositories, runs } },
        signedIn ? user : undefined,
        fetchLinesQuery.parse(query),
      )
      return [most, run?.id ?? null]
    }
    expect(await allowed({ category: 'Pitcher Strikeouts', runId })).toEqual([30, runId])
    expect(await allowed({ category: 'Hits', runId })).toEqual([300, runId])
    expect(await allowed({ category: 'All Stat Lines', runId })).toEqual([300, runId])
    expect(await allowed({ category: 'Pitcher Strikeouts', limit: '90', runId })).toEqual([90, runId])
    expect(await allowed({ category: 'All Stat Lines', limit: '50000', runId })).toEqual([50_000, runId])
    expect(await allowed({ category: 'Strikeouts', limit: '300' }, false)).toEqual([50, null])
    await expect(allowed({ category: 'Hits' }, false)).rejects.toMatchObject({ status: 401 })
  })
  it('H5 cover every pitcher of today on the pitchers page, whatever else the book offers', async () => {
    const goblin = (name: string, value: number, changes: Partial<BookLine> = {}) =>
      line({
        name,
        team: `of ${name}`,
        statType: 'Pitcher Strikeouts',
        oddsType: 'goblin',
        line: value,
        ...changes,
      })
    const pitchers = Array.from({ length: 34 }, (_, at) => `Pitcher ${at}`)
    const tomorrow = { gameTime: '2026-07-16T23:05:00.000Z', gameId: 'tomorrow' }
    const lines = [
      ...pitchers.map((name) => goblin(`Other ${name}`, 4.5, tomorrow)),
      ...pitchers.map((name) => goblin(`${name} + A B`, 9.5, { combo: true })),
      ...pitchers.flatMap((name) => [goblin(name, 3.5), goblin(name, 5.5), goblin(name, 4.5)]),
      goblin('Without Time', 2.5, { gameTime: null }),
    ]
    const query = { category: 'Strikeouts', oddsType: 'goblin', limit: '50' }
    const { players, total } = await answerOf(lines, query, [], 50, true)
    expect(players.map(({ name, line: value }) => [name, value])).toEqual([
      ...pitchers.map((name) => [name, 5.5]),
      ['Without Time', 2.5],
    ])
    expect(total).toBe(players.length)
    expect((await answerOf(lines, query, [], 50)).players).toHaveLength(50)
  })
  it('have no side when they are combos', async () => {
    const { players } = await answerOf([line({ combo: true, team: 'NYY/BOS', description: 'NYY/BOS' })])
    expect(players).toMatchObject([{ combo: true, opponent: null, homeAway: null }])
  })
  it('are refused for an unknown state', async () => {
    await expect(answerOf([line()], { state: 'ZZ' })).rejects.toMatchObject({ status: 400 })
  })
  it('of markets without a board are counted on a board of all markets, and on no other', async () => {
    const lines = [
      line(),
      ...['Pitches Thrown', 'No Such Market', '1st Inning Runs Allowed'].map((statType) =>
        line({ statType }),
      ),
    ]
    const begun = line({ statType: 'Pitches Thrown', gameTime: '2026-07-15T19:00:00.000Z' })
    const all = await answerOf([...lines, begun], { category: 'All Stat Lines' })
    expect([all.players.length, all.total, all.notOffered]).toEqual([1, 1, 3])
    expect((await answerOf(lines, { category: 'Hits' })).notOffered).toBe(0)
  })
  it.each(['true', 'false'])('that are suspended are counted and not offered with live=%s', async (live) => {
    const suspended = [line(), line({ inPlay: true }), line({ statType: 'Runs' })]
    const answer = await answerOf([line()], { live }, undefined, undefined, false, { suspended, notRead: 8 })
    expect(answer.players).toHaveLength(1)
    expect([answer.suspended, answer.notRead]).toEqual([live === 'true' ? 2 : 1, 8])
  })
  it('of an unknown type are listed as such', async () => {
    const { players } = await answerOf([line({ oddsType: 'unknown' }), line()])
    expect(players.map(({ oddsType }) => oddsType)).toEqual(['unknown', 'standard'])
  })
})
