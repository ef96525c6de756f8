import {
  daysWithLines,
  evidenceOf,
  fakeDeps,
  fetchLines,
  readOpenDay,
  streamGameLogs,
  toOpenWatch,
} from '@propsight/api/testing'
import { type FetchLinesResponse, fetchLinesQuery, type GameLogRecord } from '@propsight/shared/contracts'
import { type BoxScoreGroup, findStatType, lineForecast } from '@propsight/shared/domain'
import { afterAll, describe, expect, it } from 'vitest'
import { startLeagueFixture } from './league-fixture.ts'

// A Wednesday: the next games are on Thursday.
const { clock, close, log, upstream } = await startLeagueFixture('2026-07-15T16:00:00Z', ['MLB', 'NFL'])
afterAll(close)
const deps = { upstream, clock, log, propEvidence: evidenceOf({ upstream, clock, log }) }

const readLines = (category: string) => fetchLines(deps, fetchLinesQuery.parse({ category }), 300)

async function readBoard({ players }: FetchLinesResponse, group: BoxScoreGroup) {
  const requested = new Map(players.map(({ name, team }) => [`${name} ${team}`, { name, team, group }]))
  const records: GameLogRecord[] = []
  await streamGameLogs(deps, [...requested.values()], async (record) => void records.push(record))
  return records.flatMap((record) => (record.type === 'athlete' ? record : []))
}

const SPORTS = [
  {
    sport: 'NFL',
    group: 'football',
    main: 'Receiving Yards',
    others: ['Pass Yards', 'Rush Yards', 'Receptions', 'Rush+Rec TDs', 'INT'],
  },
] as const

describe.each(SPORTS)('the $sport on the sample league', ({ sport, group, main, others }) => {
  const league = upstream.leagues.find((each) => each.sport === sport)
  if (!league) throw new Error('the sport is not open')

  it('has lines of every market with opponent, side and a future start', async () => {
    for (const category of [main, ...others]) {
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
    const board = await readLines(main)
    const records = await readBoard(board, group)
    expect(records.length).toBeGreaterThan(50)
    for (const { games, personId } of records.slice(0, 20)) {
      const last = games.at(-1)
      if (!last) throw new Error('no games')
      const { value } = await league.boxScore(last.gamePk, true)
      expect(value.countsOf(personId)).toEqual(last.counts)
    }
    const stat = findStatType(main)
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

  it('returns the same records while nothing changes', async () => {
    const board = await readLines(others[0])
    const [first, second] = [await readBoard(board, group), await readBoard(board, group)]
    expect(second.every((record, at) => record === first[at])).toBe(true)
  })

  it('has alerts about lines of all days of the week, up to the last one with lines', async () => {
    const all = fakeDeps({ upstream, clock, log })
    const day = await readOpenDay(all)
    expect(daysWithLines(all.upstream)).toBe(league.daysAhead)
    const { players } = await readLines(main)
    const { athletes } = (await league.games(clock.today())).value
    const last = players.toSorted((a, b) => (b.gameTime ?? '').localeCompare(a.gameTime ?? ''))[0]
    const athlete = athletes.find(({ fullName }) => fullName === last?.name)
    if (!last || !athlete) throw new Error('no line')
    expect(last.gameTime && last.gameTime > '2026-07-17').toBe(true)
    const open = toOpenWatch(
      {
        ...{ userId: '00000000-0000-4000-8000-000000000001', personId: athlete.id, team: last.team },
        ...{ gamePk: last.gamePk ?? 0, statType: main, line: last.line, side: 'OVER', oddsType: 'standard' },
        ...{ leagueDay: '2026-07-19', playerName: last.name, since: clock.now().toISOString() },
        ...{ isSaved: true, revision: 0, state: null },
      },
      day,
    )
    expect(open).toMatchObject({ player: last.name, stat: main })
  })

  it('marks players of the injury report, who have no lines', async () => {
    const { value } = await league.absences()
    expect(value.size).toBeGreaterThan(3)
    const { athletes } = (await league.games(clock.today())).value
    for (const [id, { name, club, availability }] of value) {
      expect(availability).toMatchObject({ state: 'out', label: expect.stringMatching(/^Out: /) })
      const athlete = athletes.find((each) => each.id === id)
      if (athlete) expect([athlete.fullName, athlete.club]).toEqual([name, club])
      else expect(club).not.toBeNull()
    }
    const records = await readBoard(await readLines(main), group)
    expect(records.every(({ personId }) => !value.has(personId))).toBe(true)
  })
})
