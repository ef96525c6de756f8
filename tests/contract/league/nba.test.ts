import { evidenceOf, fetchLines, readFreeSamples, readSlate, streamGameLogs } from '@propsight/api/testing'
import {
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

async function readBoard({ players }: FetchLinesResponse) {
  const requested = new Map(
    players.map(({ name, team }) => [`${name} ${team}`, { name, team, group: 'basketball' as const }]),
  )
  const records: GameLogRecord[] = []
  await streamGameLogs(deps, [...requested.values()], async (record) => void records.push(record))
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
    expect(slate.news?.[0]).toMatchObject({ kind: 'out', label: expect.stringMatching(/^Out: /) })
    const logs = streamGameLogs.bind(null, deps)
    const { samples } = await readFreeSamples(
      { ...deps, streamGameLogs: (players, write) => logs(players, write) },
      'NBA',
    )
    expect(samples.map(({ market }) => market)).toEqual(menuOf('NBA'))
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

  it('returns the same records while nothing changes', async () => {
    const board = await readLines('Rebounds')
    const [first, second] = [await readBoard(board), await readBoard(board)]
    expect(second.every((record, at) => record === first[at])).toBe(true)
  })

  it('marks players of the injury report, who have no lines', async () => {
    const { value } = await nba.availability()
    expect(value.size).toBeGreaterThan(3)
    expect([...value.values()][0]).toMatchObject({ state: 'out', label: expect.stringMatching(/^Out: /) })
    const records = await readBoard(await readLines('Points'))
    expect(records.every(({ personId }) => !value.has(personId))).toBe(true)
  })
})
