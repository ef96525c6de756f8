import { evidenceOf, fetchLines, streamGameLogs } from '@propsight/api/testing'
import {
  statsBoxscoreSchema,
  statsFeedSchema,
  statsLinescoreSchema,
  statsScheduleSchema,
} from '@propsight/api/wire-formats'
import { fetchLinesQuery, type GameLogRecord } from '@propsight/shared/contracts'
import { lineOdds } from '@propsight/shared/domain/engine'
import { afterAll, describe, expect, it } from 'vitest'
import { startLeagueFixture } from './league-fixture.ts'

const { clock, close, league, log, upstream } = await startLeagueFixture('2026-07-15T14:00:00Z')
afterAll(close)

const readLines = (category: string) =>
  fetchLines({ upstream, clock, log }, fetchLinesQuery.parse({ category }), 300)
type Delivered = Extract<GameLogRecord, { type: 'player' | 'pitcher' }>

async function logsOf(category: string): Promise<Delivered[]> {
  const { players } = await readLines(category)
  const group = category.startsWith('Pitcher') ? ('pitching' as const) : ('hitting' as const)
  const requested = new Map(
    players.filter(({ combo }) => !combo).map(({ name, team }) => [`${name} ${team}`, { name, team, group }]),
  )
  const records: GameLogRecord[] = []
  const deps = { upstream, clock, log, propEvidence: evidenceOf({ upstream, clock, log }) }
  const summary = await streamGameLogs(deps, [...requested.values()], async (record) => {
    records.push(record)
  })
  expect(records.filter(({ type }) => type === 'missing')).toEqual([])
  expect(summary.players).toBe(requested.size)
  return records.filter((record) => record.type === 'player' || record.type === 'pitcher')
}

describe('the real clients on the sample league', () => {
  it('N8 give every line of every category an opponent, home or away, and a future start', async () => {
    for (const category of ['All Stat Lines', 'Hits', 'Home Runs', 'Pitcher Strikeouts', 'Hits Allowed']) {
      const { players, skipped } = await readLines(category)
      expect(skipped).toBe(0)
      expect(players.length).toBeGreaterThan(20)
      for (const line of players) {
        expect(line.combo || (line.opponent && line.homeAway), JSON.stringify(line)).toBeTruthy()
        expect(line.gameTime && line.gameTime > clock.now().toISOString()).toBe(true)
      }
    }
  })
  it.each(['Total Bases', 'Pitcher Strikeouts'])(
    'find the player of every %s line, with game logs that match the box scores',
    async (category) => {
      const records = await logsOf(category)
      const games = new Map(
        records.flatMap((record) => record.games.slice(-1).map((game) => [game.gamePk, record])),
      )
      expect(games.size).toBeGreaterThan(5)
      for (const [gamePk, { personId, games: log }] of [...games].slice(0, 12)) {
        const box = statsBoxscoreSchema.parse(
          (await upstream.stats.raw(`/api/v1/game/${gamePk}/boxscore`, {})).value,
        )
        const game = log.find((one) => one.gamePk === gamePk)
        const side = game?.homeAway === 'HOME' ? box.teams.home : box.teams.away
        const line = side.players[`ID${personId}`]?.stats
        if (!game || !line) throw new Error(`${personId} is not in the box score of ${gamePk}`)
        if ('outs' in game) {
          const { outs, strikeOuts, hits, earnedRuns, baseOnBalls, homeRuns } = line.pitching
          expect({ outs, strikeOuts, hits, earnedRuns, baseOnBalls, homeRuns }).toEqual({
            outs: game.outs,
            strikeOuts: game.strikeOuts,
            hits: game.hits,
            earnedRuns: game.earnedRuns,
            baseOnBalls: game.baseOnBalls,
            homeRuns: game.homeRuns,
          })
          expect(side.pitchers[0] === personId).toBe(game.started)
        } else {
          const { date, gamePk: pk, opponent, homeAway, ...counts } = game
          expect(line.batting).toMatchObject(counts)
        }
      }
    },
  )
  it('read every club’s batting of the last 30 days up to yesterday', async () => {
    const { value } = await upstream.stats.recentTeamBatting(clock.today())
    expect(value).toHaveLength(30)
    const recentGames = league.testHooks
      .world()
      .games.filter(({ date, result }) => result && date >= '2026-06-15' && date <= '2026-07-14')
    for (const { team, stat } of value) {
      const played = recentGames.filter(({ homeId, awayId }) => homeId === team.id || awayId === team.id)
      expect(stat.gamesPlayed).toBe(played.length)
      const runs = played.map(
        ({ homeId, result }) => result?.total[homeId === team.id ? 'home' : 'away'].runs,
      )
      expect(stat.runs).toBe(runs.reduce((sum: number, of) => sum + (of ?? 0), 0))
    }
  })
  it('sort game logs oldest first and end them before today', async () => {
    for (const { games } of await logsOf('Hits')) {
      const dates = games.map(({ date }) => date)
      expect(dates).toEqual(dates.toSorted())
      expect(dates.every((date) => date < clock.today())).toBe(true)
    }
  })
  it.each(['Hits', 'Pitcher Strikeouts'])(
    'forecast the game of the line for every player with %s lines',
    async (category) => {
      const { players } = await readLines(category)
      for (const { name, forecasts, forecastMissing, forecastGame, games } of await logsOf(category)) {
        // A pitcher without starts this season has no forecast.
        const firstStart = !games.some((game) => !('started' in game) || game.started)
        expect(forecastMissing, name).toBe(firstStart ? 'no starts this season' : undefined)
        if (firstStart) continue
        expect(forecastGame?.date).toBe(clock.today())
        const forecast = forecasts?.find(({ stat }) => stat === category)
        const line = players.find((one) => one.name === name && one.statType === category)
        if (!forecast || !line) throw new Error(`${name} has no forecast of ${category}`)
        const { over, under, push } = lineOdds(forecast.distribution, line.line)
        expect(over + under + push).toBeCloseTo(1)
        expect(Math.min(over, under)).toBeGreaterThanOrEqual(0)
        expect(lineOdds(forecast.low, line.line).over).toBeLessThanOrEqual(over + 0.001)
        expect(lineOdds(forecast.high, line.line).over).toBeGreaterThanOrEqual(over - 0.001)
      }
    },
  )
  it('pass schedules, linescores and feeds through in the recorded shapes, and 404 for a missing person', async () => {
    const raw = async (path: string, query = {}) => (await upstream.stats.raw(path, query)).value
    const schedule = statsScheduleSchema.parse(
      await raw('/api/v1/schedule', { sportId: '1', date: '2026-07-10' }),
    )
    const game = schedule.dates[0]?.games.find(({ status }) => status.codedGameState === 'F')
    expect(game).toBeDefined()
    statsLinescoreSchema.parse(await raw(`/api/v1/game/${game?.gamePk}/linescore`))
    statsFeedSchema.parse(await raw(`/api/v1.1/game/${game?.gamePk}/feed/live`))
    await expect(raw('/api/v1/people/1')).rejects.toMatchObject({ status: 404 })
  })
})
