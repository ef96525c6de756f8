import { addDays, gamesToday, teamWeather, testEnv } from '@propsight/api/testing'
import { type DayGame, teamWeatherResponse } from '@propsight/shared/contracts'
import { findClub } from '@propsight/shared/domain/clubs'
import { afterAll, describe, expect, it } from 'vitest'
import { startLeagueFixture } from './league-fixture.ts'

const env = testEnv()
/** A Sunday afternoon: early games are over, games of both sports are live, later games have not started. */
const { clock, close, upstream } = await startLeagueFixture('2026-07-19T21:00:00Z')
afterAll(close)

const today = () => gamesToday({ upstream, clock })
const statusesOf = (games: readonly DayGame[]) => new Set(games.map(({ status }) => status))

describe('the real clients on a Sunday of the sample league', () => {
  it('W2 list finished, live and scheduled games of both sports', async () => {
    const { date, games, missing } = await today()
    expect({ date, missing }).toEqual({ date: '2026-07-19', missing: [] })
    expect(games.baseball.length).toBeGreaterThan(8)
    expect(games.football.length).toBeGreaterThan(8)
    for (const status of ['final', 'live']) expect(statusesOf(games.baseball)).toContain(status)
    expect(statusesOf(games.football)).toEqual(new Set(['final', 'live', 'scheduled']))
  })
  it('W2 give the weather at game time for every open park, and none for a dome', async () => {
    const { games } = await today()
    const all = (['baseball', 'football'] as const).flatMap((sport) =>
      games[sport].map((game) => ({ sport, game })),
    )
    const answers = await Promise.all(
      all.map(({ sport, game }) =>
        teamWeather(
          { upstream, clock, env },
          { sport, team: game.homeTeam, gameTime: new Date(game.gameTime) },
        ),
      ),
    )
    for (const [index, answer] of answers.entries()) {
      const { sport, game } = all[index] ?? {}
      const weather = teamWeatherResponse.parse(answer)
      expect(weather.sport).toBe(sport)
      if (weather.roof === 'dome') {
        expect(weather.temperature).toBeNull()
        continue
      }
      const { temperature, windSpeed, windDegrees, humidity, rainChance, pressureHpa } = weather
      for (const value of [temperature, windSpeed, windDegrees, humidity, rainChance, pressureHpa])
        expect(value).not.toBeNull()
      expect(temperature).toBeGreaterThan(40)
      expect(temperature).toBeLessThan(125)
      expect(weather.description).not.toBe('')
      const apart = Math.abs(Date.parse(weather.forecastFor) - Date.parse(game?.gameTime ?? ''))
      expect(apart).toBeLessThanOrEqual(30 * 60_000)
    }
    expect(new Set(answers.map(({ temperature }) => temperature)).size).toBeGreaterThan(8)
  })
  it('list doubleheaders, postponed games and days without football', async () => {
    const days = await Promise.all(
      Array.from({ length: 45 }, (_, back) => gamesToday({ upstream, clock }, addDays('2026-07-19', -back))),
    )
    const games = days.flatMap(({ games: { baseball } }) => baseball)
    expect(games.some(({ gameNumber }) => gameNumber === 2)).toBe(true)
    expect(games.some(({ status }) => status === 'postponed')).toBe(true)
    expect(
      games.every(
        ({ homeTeam, awayTeam }) => findClub('baseball', homeTeam) && findClub('baseball', awayTeam),
      ),
    ).toBe(true)
    expect(days.some(({ games: { football } }) => football.length === 0)).toBe(true)
  })
  it('N11 name the next day with games, and the first day of a season', async () => {
    const next = async (day: string) => (await upstream.stats.nextGames(day)).value
    expect(await next('2026-07-19')).toMatchObject({ date: '2026-07-20', opensSeason: false })
    const opening = await next('2026-02-02')
    expect(opening).toMatchObject({ opensSeason: true })
    expect(await next(addDays(opening?.date ?? '', -1))).toEqual(opening)
    expect(await next(opening?.date ?? '')).toMatchObject({ opensSeason: false })
  })
  it('list no games on a winter day', async () => {
    expect((await gamesToday({ upstream, clock }, '2026-02-02')).games).toEqual({
      baseball: [],
      football: [],
    })
  })
})
