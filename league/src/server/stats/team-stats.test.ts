import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  clubHittingSchema,
  clubPitchingSchema,
  statsBoxscoreSchema,
  statsScheduleSchema,
  statsTeamStatsSchema,
} from '@propsight/api/wire-formats'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type League, startLeague } from '../../index.ts'
import { startTestLeague, sumOf } from '../../testing/index.ts'
import { FIXTURE_DAY, writePlainFixture } from '../../testing/replay-fixture.ts'
import { BAT } from '../../world/stat-fields.ts'

const DAY = '2026-07-17'
let league: League
beforeAll(async () => {
  league = await startTestLeague({ clock: parseLeagueClock(`frozen:${DAY}T14:00:00Z`) })
})
afterAll(() => league.close())

const ask = (query: string) => fetch(`${league.url}/api/v1/teams/stats?${query}`)
const splits = async (group: string, season = 2026) => {
  const response = await ask(`season=${season}&sportIds=1&group=${group}&stats=season&gameType=R`)
  expect(response.status).toBe(200)
  return statsTeamStatsSchema.parse(await response.json()).stats.flatMap((block) => block.splits)
}
const sum = <T>(items: readonly T[], value: (item: T) => number) =>
  items.reduce((total, item) => total + value(item), 0)

describe('season stats of clubs', () => {
  it('list every club and sum to the totals of the players', async () => {
    const { batting, games } = league.testHooks.world()
    const clubs = (await splits('hitting')).map((split) => clubHittingSchema.parse(split))
    expect(clubs).toHaveLength(30)
    const ofSeason = (line: number) => games[batting.key(line).game]?.season === 2026
    for (const field of ['hits', 'homeRuns', 'rbi', 'strikeOuts', 'plateAppearances'] as const) {
      expect(
        sum(clubs, ({ stat }) => stat[field] ?? Number.NaN),
        field,
      ).toBe(sumOf(batting, BAT[field], ofSeason))
    }
    const played = games.filter(({ season, result }) => season === 2026 && result).length
    expect(sum(clubs, ({ stat }) => stat.gamesPlayed)).toBe(2 * played)
  })
  it('cover a date range in either date format, and equal the season for its full range', async () => {
    const span = async (startDate: string, endDate: string) => {
      const days = new URLSearchParams({ startDate, endDate })
      const response = await ask(`season=2026&sportIds=1&group=hitting&stats=byDateRange&${days}&gameType=R`)
      expect(response.status).toBe(200)
      return statsTeamStatsSchema.parse(await response.json()).stats.flatMap((block) => block.splits)
    }
    expect(await span('2026-01-01', DAY)).toEqual(await splits('hitting'))
    const weeks = (await span('06/17/2026', '07/16/2026')).map((split) => clubHittingSchema.parse(split))
    const { batting, games } = league.testHooks.world()
    const inside = ({ date }: { date: string }) => date >= '2026-06-17' && date <= '2026-07-16'
    const ofDays = (line: number) => {
      const game = games[batting.key(line).game]
      return game !== undefined && inside(game)
    }
    for (const field of ['hits', 'runs', 'plateAppearances'] as const) {
      expect(
        sum(weeks, ({ stat }) => stat[field] ?? Number.NaN),
        field,
      ).toBe(sumOf(batting, BAT[field], ofDays))
    }
    const played = games.filter((game) => game.result && inside(game)).length
    expect(sum(weeks, ({ stat }) => stat.gamesPlayed)).toBe(2 * played)
    expect(await span('2026-01-01', '2026-01-31')).toEqual([])
  })
  it.each(['', '&startDate=2026-07-01', '&endDate=2026-07-01', '&startDate=2026-07-02&endDate=2026-07-01'])(
    'are refused for an invalid date range: "%s"',
    async (days) => {
      expect((await ask(`season=2026&sportIds=1&group=hitting&stats=byDateRange${days}`)).status).toBe(400)
    },
  )
})

describe('schedule with hydrate=lineups', () => {
  it('returns both lineups of finished games and of today’s, and empty ones before the announcement', async () => {
    const games = async (date: string) => {
      const response = await fetch(`${league.url}/api/v1/schedule?sportId=1&date=${date}&hydrate=lineups`)
      return statsScheduleSchema.parse(await response.json()).dates.flatMap((day) => day.games)
    }
    const today = await games(DAY)
    const { games: worldGames } = league.testHooks.world()
    for (const { gamePk, lineups } of today) {
      const spots = worldGames.find(({ pk }) => pk === gamePk)?.lineups
      expect(lineups?.homePlayers.map(({ id }) => id)).toEqual(spots?.home.map(({ id }) => id))
      expect(lineups?.awayPlayers).toHaveLength(9)
    }
    for (const { gamePk, lineups } of await games('2026-07-12')) {
      const box = await (await fetch(`${league.url}/api/v1/game/${gamePk}/boxscore`)).json()
      const { home, away } = statsBoxscoreSchema.parse(box).teams
      expect(lineups?.homePlayers.map(({ id }) => id)).toEqual(home.battingOrder)
      expect(lineups?.awayPlayers.map(({ id }) => id)).toEqual(away.battingOrder)
      expect(away.battingOrder).toHaveLength(9)
    }
    for (const { lineups } of await games('2026-07-18')) {
      expect(lineups).toEqual({ homePlayers: [], awayPlayers: [] })
    }
  })
})

describe('club stats in a replay', () => {
  it('cover the games before its day and omit counts that the source lacks; lineups come from the lines', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'propsight-replay-'))
    writePlainFixture(dir)
    const clock = parseLeagueClock(`frozen:${FIXTURE_DAY}T13:00:00Z`)
    const replay = await startLeague({ mode: 'replay', clock, replay: { dir, date: FIXTURE_DAY } })
    const get = async (path: string) => (await fetch(`${replay.url}/api/v1/${path}`)).json()
    try {
      const totals = async (group: string) =>
        statsTeamStatsSchema
          .parse(await get(`teams/stats?season=2022&sportIds=1&group=${group}&stats=season`))
          .stats.flatMap((block) => block.splits)
      const bats = (await totals('hitting')).map((split) => clubHittingSchema.parse(split).stat)
      const arms = (await totals('pitching')).map((split) => clubPitchingSchema.parse(split).stat)
      expect(bats.map(({ gamesPlayed }) => gamesPlayed)).toEqual([3, 3])
      expect(arms.map(({ gamesPlayed }) => gamesPlayed)).toEqual([3, 3])
      expect(arms.every(({ doubles }) => doubles === undefined)).toBe(true)
      const statsUntil = async (endDate: string) =>
        statsTeamStatsSchema
          .parse(
            await get(
              `teams/stats?season=2022&sportIds=1&group=hitting&stats=byDateRange&startDate=2022-05-01&endDate=${endDate}`,
            ),
          )
          .stats.flatMap((block) => block.splits)
          .map((split) => clubHittingSchema.parse(split).stat)
      expect(await statsUntil(FIXTURE_DAY)).toEqual(bats)
      expect((await statsUntil('2022-05-01')).map(({ gamesPlayed }) => gamesPlayed)).toEqual([1, 1])
      const { dates } = statsScheduleSchema.parse(
        await get('schedule?sportId=1&startDate=2022-05-01&endDate=2022-05-03&hydrate=lineups'),
      )
      expect(dates.flatMap(({ games }) => games.map(({ lineups }) => lineups?.homePlayers.length))).toEqual([
        9, 9, 9,
      ])
    } finally {
      await replay.close()
      rmSync(dir, { recursive: true })
    }
  })
})
