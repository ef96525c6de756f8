import {
  analyzePerformance,
  evidenceOf,
  fakeDeps,
  fetchLines,
  playerNews,
  readFreeSamples,
  readOpenDay,
  readPropStates,
  readSlate,
  streamGameLogs,
  toOpenWatch,
} from '@propsight/api/testing'
import {
  analyzePerformanceResponse,
  type FetchLinesResponse,
  fetchLinesQuery,
  type GameLogRecord,
  slateResponse,
} from '@propsight/shared/contracts'
import { findStatType, lineForecast, menuOf } from '@propsight/shared/domain'
import { afterAll, describe, expect, it } from 'vitest'
import { startLeagueFixture } from './league-fixture.ts'

const { clock, close, log, upstream } = await startLeagueFixture('2026-07-15T16:00:00Z', ['MLB', 'NBA'])
afterAll(close)
const deps = { upstream, clock, log, propEvidence: evidenceOf({ upstream, clock, log }) }
const [nba] = upstream.leagues
if (!nba) throw new Error('the sport is not open')

const rejected = async (): Promise<never> => {
  throw new Error('not expected')
}
const readLines = (category: string) => fetchLines(deps, fetchLinesQuery.parse({ category }), 300)

async function readBoard({ players }: Pick<FetchLinesResponse, 'players'>, league = nba) {
  const requested = new Map(
    players.map(({ name, team }) => [`${name} ${team}`, { name, team, group: 'basketball' as const }]),
  )
  const records: GameLogRecord[] = []
  const ports = { ...deps, upstream: { ...upstream, leagues: league ? [league] : [] } }
  await streamGameLogs(ports, [...requested.values()], async (record) => void records.push(record))
  return records.flatMap((record) => (record.type === 'athlete' ? record : []))
}

describe('the NBA on the sample league', () => {
  it('has lines of every market with opponent, side and a future start', async () => {
    for (const category of ['Points', 'Rebounds', 'Pts+Rebs+Asts', 'Blks+Stls', 'Fantasy Score']) {
      const { players, skipped } = await readLines(category)
      expect(skipped).toBe(0)
      expect(players.length, category).toBeGreaterThan(20)
      for (const line of players) {
        expect(line.opponent && line.homeAway && line.gamePk, JSON.stringify(line)).toBeTruthy()
        expect(line.gameTime && line.gameTime > clock.now().toISOString()).toBe(true)
      }
    }
    // Baseball's board has none of them.
    expect((await readLines('Hits')).players.every(({ statType }) => statType === 'Hits')).toBe(true)
  })

  it('has logs that match the box scores, and shown probabilities near even at the book’s lines', async () => {
    const board = await readLines('Points')
    const records = await readBoard(board)
    expect(records.length).toBeGreaterThan(50)
    for (const { games, personId } of records.slice(0, 20)) {
      const last = games.at(-1)
      if (!last) throw new Error('no games')
      const { value } = await nba.boxScore(last.gamePk, true)
      expect(value.countsOf(personId)).toEqual(last.counts)
    }
    const stat = findStatType('Points')
    const standard = board.players.filter(({ oddsType }) => oddsType === 'standard')
    const chances = standard.flatMap((line) => {
      const record = records.find(({ name }) => name === line.name)
      const forecast = record?.forecasts?.find((each) => each.stat === stat?.name)
      expect(forecast?.shown?.basis, line.name).toMatch(/line|constant/)
      return forecast?.shown ? [lineForecast(forecast as never, line, 'OVER')] : []
    })
    expect(chances.length).toBe(standard.length)
    expect(chances.every(({ chance }) => chance > 0.3 && chance < 0.7)).toBe(true)
    const alone = chances.reduce((sum, each) => sum + each.alone, 0) / chances.length
    expect(alone).toBeGreaterThan(0.35)
    expect(alone).toBeLessThan(0.65)
  })

  it('has the games of the day with their lines, injuries and clubs without rest, and a free line of each market', async () => {
    const odds = { oddsOf: rejected, repositories: { odds: { changesSince: rejected } } }
    const slate = await readSlate({ ...deps, ...odds }, 'NBA', 60_000)
    expect(slateResponse.parse(slate)).toEqual(slate)
    expect(slate).toMatchObject({ date: '2026-07-15', next: null, moves: null })
    expect(slate.games).toHaveLength(7)
    const lines = slate.games?.map((game) => game.lines ?? 0) ?? []
    expect(lines.every((count) => count > 20)).toBe(true)
    expect(slate.lines?.total).toBe(lines.reduce((sum, count) => sum + count, 0))
    expect(slate.lines?.markets.map(({ market }) => market)).toEqual(menuOf('NBA'))
    const yesterday = (await nba.schedule('2026-07-14')).value.flatMap(({ teams }) =>
      [teams.home, teams.away].flatMap(({ team }) => team.abbreviation ?? []),
    )
    for (const { backToBack, awayTeam, homeTeam } of slate.games ?? [])
      expect(backToBack).toEqual([awayTeam, homeTeam].filter((club) => yesterday.includes(club)))
    expect(slate.news?.[0]).toMatchObject({ kind: 'out', label: expect.not.stringMatching(/^Out/) })
    const logs = streamGameLogs.bind(null, deps)
    const { samples } = await readFreeSamples(
      { ...deps, streamGameLogs: (players, write) => logs(players, write) },
      'NBA',
    )
    expect(samples.map(({ market }) => market)).toEqual(menuOf('NBA'))
  })

  it('has an analysis with sentences of the sport, no edge without a record of prices, and the news of who is out', async () => {
    const all = fakeDeps({ upstream, clock, log })
    const { players } = await readLines('Pts+Rebs+Asts')
    const question = { lines: players.slice(0, 60), most: 5, window: 10, books: null, withModel: false }
    const analysis = await analyzePerformance(all, question)
    const answer = { success: true, data: { analysis } }
    expect(analyzePerformanceResponse.parse(answer)).toEqual(answer)
    expect(analysis.engine).toBe(nba.engine)
    expect(analysis.recommendations.length + analysis.passedOver.length).toBe(60)
    expect(analysis.recommendations.length).toBeGreaterThan(0)
    for (const { reasoning, edge, confidence, opposingPitcher, weather } of analysis.recommendations) {
      expect(reasoning).toMatch(
        new RegExp(
          `is ${confidence}% likely to go (over|under) [\\d.]+ points, rebounds and assists together`,
        ),
      )
      expect(reasoning).toMatch(/Plays (at home|away) against the [A-Z][\w .]+\./)
      expect(reasoning).not.toMatch(/pitcher|starter|batting|park|null/)
      expect([edge, opposingPitcher, weather]).toEqual([false, null, null])
    }
    const [out = 0] = (await nba.absences()).value.keys()
    const { fullName, club } =
      (await nba.games('2026-07-15')).value.athletes.find(({ id }) => id === out) ?? {}
    const named = [{ name: fullName ?? '', team: club ?? '' }, ...players.slice(0, 1)]
    const news = await playerNews(all, named, 'Points')
    expect(news.players.map(({ sentiment, moves }) => [sentiment, moves.length])).toEqual([
      ['negative', 1],
      ['neutral', 0],
    ])
  })

  it('has the state of a watched prop: the engine’s chance, and whether the player is reported out', async () => {
    const all = fakeDeps({ upstream, clock, log })
    const odds = { ...all.repositories.odds, pricesAt: async () => [] }
    const ports = { ...all, repositories: { ...all.repositories, odds } }
    const day = await readOpenDay(ports)
    const { players } = await readLines('Points')
    const { athletes } = (await nba.games('2026-07-15')).value
    const [out] = (await nba.absences()).value.keys()
    const watch = (personId: number, gamePk: number | null | undefined, team: string, line: number) =>
      toOpenWatch(
        {
          ...{ userId: '00000000-0000-4000-8000-000000000001', personId, gamePk: gamePk ?? 0, team, line },
          ...{ statType: 'Points', leagueDay: '2026-07-15', playerName: '', side: 'OVER' as const },
          ...{ oddsType: 'standard' as const, since: '2026-07-15T15:00:00Z', isSaved: true, revision: 0 },
          state: null,
        },
        day,
      )
    const standard = players.filter(({ oddsType }) => oddsType === 'standard').slice(0, 5)
    const open = standard.flatMap((line) => {
      const athlete = athletes.find(({ fullName }) => fullName === line.name)
      return (athlete && watch(athlete.id, line.gamePk, line.team, line.line)) ?? []
    })
    expect(open).toHaveLength(5)
    const absent = athletes.find(({ id }) => id === out)
    const game = [...(day.leagues.get('basketball')?.games.values() ?? [])]
      .map(({ gamePk }) => watch(out ?? 0, gamePk, absent?.club ?? '', 9.5))
      .find((each) => each !== null)
    const stateOf = await readPropStates(ports, day, game ? [...open, game] : open)
    for (const each of open) {
      const { engineOver, isLeftOut, status } = stateOf(each)
      expect(engineOver).toBeGreaterThan(0.2)
      expect(engineOver).toBeLessThan(0.8)
      expect([isLeftOut, status]).toEqual([false, null])
    }
    if (game)
      expect(stateOf(game)).toMatchObject({ isLeftOut: true, status: expect.stringMatching(/^Out: /) })
  })

  it('names the team-mates without whom a player has played, with the games that they missed', async () => {
    const records = await readBoard(await readLines('Points'))
    const [record] = records.filter(({ teamMates = [] }) => teamMates.length > 1)
    const ids = (await nba.games('2026-07-15')).value.athletes
    expect(record).toBeDefined()
    for (const { name, missed } of record?.teamMates ?? []) {
      const mate = ids.find(({ fullName }) => fullName === name)?.id ?? 0
      for (const { gamePk } of record?.games ?? []) {
        const { value } = await nba.boxScore(gamePk, true)
        expect(value.countsOf(mate) === null, `${name} in ${gamePk}`).toBe(missed.includes(gamePk))
      }
    }
  })

  it('counts games before a trade neither with nor without a team-mate', async () => {
    const { players } = await readLines('Points')
    const read = await nba.games(clock.today())
    const before = await readBoard({ players })
    const star = before.find(({ teamMates = [] }) => teamMates.some(({ missed }) => missed.length > 6))
    const arrival = star?.games.at(5)?.date ?? ''
    const traded = {
      ...nba,
      games: async () => ({
        ...read,
        value: {
          ...read.value,
          gamesSinceTrade: (id: number, club: string) => {
            const games = read.value.gamesSinceTrade(id, club)
            return id === star?.personId ? games.filter(({ date }) => date >= arrival) : games
          },
        },
      }),
    }
    const [after] = await readBoard({ players: players.filter(({ name }) => name === star?.name) }, traded)
    expect(after?.teamMates?.length).toBeGreaterThan(0)
    const early = star?.games.slice(0, 5).map(({ gamePk }) => gamePk) ?? []
    for (const { missed, since } of after?.teamMates ?? []) {
      expect(since).toBe(arrival)
      expect(missed.filter((gamePk) => early.includes(gamePk))).toEqual([])
    }
  })

  it('returns the same records while nothing changes', async () => {
    const board = await readLines('Rebounds')
    const [first, second] = [await readBoard(board), await readBoard(board)]
    expect(second.every((record, at) => record === first[at])).toBe(true)
  })

  it('marks players of the injury report, who have no lines', async () => {
    const { value } = await nba.absences()
    expect(value.size).toBeGreaterThan(3)
    const { athletes } = (await nba.games(clock.today())).value
    for (const [id, { name, club, availability }] of value) {
      expect(availability).toMatchObject({ state: 'out', label: expect.stringMatching(/^Out: /) })
      const athlete = athletes.find((each) => each.id === id)
      if (athlete) expect([athlete.fullName, athlete.club]).toEqual([name, club])
      else expect(club).not.toBeNull()
    }
    const records = await readBoard(await readLines('Points'))
    expect(records.every(({ personId }) => !value.has(personId))).toBe(true)
  })
})
