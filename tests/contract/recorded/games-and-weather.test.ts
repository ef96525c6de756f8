import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  createLog,
  createUpstream,
  gamesToday,
  nwsHours,
  openMeteoBody,
  openMeteoHours,
  type StubService,
  stubService,
  teamWeather,
  testEnv,
} from '@propsight/api/testing'
import { nwsForecastSchema, openMeteoAnswerSchema } from '@propsight/api/wire-formats'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterEach, describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../../shared/recorded')
const present = existsSync(folder)
const read = (file: string): unknown => {
  const raw = readFileSync(join(folder, file))
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8'))
}
const AT_ONCE = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }

let service: StubService
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const resource of opened.splice(0).reverse()) await resource.close()
})

/** The real clients against a stub that serves recorded answers, at noon Eastern on a day. */
async function partsOf(
  day: string,
  bodies: { schedule?: unknown; scoreboard?: unknown; forecast?: unknown },
) {
  service = await stubService(({ pathname }) => {
    if (pathname === '/api/v1/schedule') return bodies.schedule ?? { dates: [] }
    return pathname.endsWith('/scoreboard') ? (bodies.scoreboard ?? { events: [] }) : bodies.forecast
  })
  const { url } = service
  const log = createLog('silent')
  const upstream = createUpstream({ statsUrl: url, linesUrl: url, redis: null, log, pacing: AT_ONCE })
  opened.push(service, upstream)
  return { upstream, clock: parseLeagueClock(`frozen:${day}T16:00:00Z`), env: testEnv() }
}
const baseballOf = async (day: string, file: string) => {
  const parts = await partsOf(day, { schedule: read(`mlb/${file}`) })
  return (await gamesToday(parts)).games.baseball
}
const footballOf = async (day: string) => {
  const parts = await partsOf(day, { scoreboard: read('espn/nfl_scoreboard_2025_week8.json.gz') })
  return (await gamesToday(parts)).games.football
}
const count = (games: readonly { status: string }[], status: string) =>
  games.filter((game) => game.status === status).length

describe.skipIf(!present)('W2 recorded answers', () => {
  it('give an empty list for a day without games', async () => {
    expect(await baseballOf('2024-10-27', 'schedule_2024-10-27_no_games.json')).toEqual([])
  })
  it('mark postponed games on their original day although the schedule says Final', async () => {
    const games = await baseballOf('2022-04-07', 'schedule_2022-04-07_postponed_DI.json')
    expect([games.length, count(games, 'postponed'), count(games, 'final')]).toEqual([9, 2, 7])
    const postponed = games.filter(({ status }) => status === 'postponed')
    expect(postponed.map(({ homeTeam }) => homeTeam)).toEqual(['NYY', 'MIN'])
  })
  it('assign a game after midnight UTC to the evening before, in Arizona time', async () => {
    const games = await baseballOf('2022-04-07', 'schedule_2022-04-07_postponed_DI.json')
    const game = games.find(({ homeTeam }) => homeTeam === 'AZ')
    expect(game).toMatchObject({ awayTeam: 'SD', gameTime: '2022-04-08T01:40:00.000Z' })
    const parts = await partsOf('2022-04-07', { forecast: openMeteoBody('2022-04-07T00:00:00Z') })
    const gameTime = new Date(game?.gameTime ?? 0)
    const weather = await teamWeather(parts, { team: 'ARI', sport: 'baseball', gameTime })
    expect(weather).toMatchObject({
      convertedGameTime: '6:40 PM',
      forecastFor: '2022-04-08T02:00:00.000Z',
      temperature: 86,
    })
  })
  it('mark live games and scheduled games', async () => {
    const games = await baseballOf('2023-08-29', 'schedule_2023-08-29_live_and_pregame.json')
    expect([games.length, count(games, 'live'), count(games, 'scheduled')]).toEqual([15, 12, 3])
  })
  it('put spring games at neutral sites and leave out games against foreign clubs', async () => {
    const games = await baseballOf(
      '2019-03-17',
      'schedule_2019-03-17_hydrate_probablePitcher_stats_team_linescore.json',
    )
    expect(games.length).toBeGreaterThan(10)
    expect(games.every(({ neutralSite }) => neutralSite)).toBe(true)
    // One opponent was a Japanese club.
    expect(games.some(({ awayTeam, homeTeam }) => [awayTeam, homeTeam].includes('ATH'))).toBe(false)
  })
  it('make a regular-season game in the club’s own park a home game', async () => {
    const [game] = await baseballOf('2024-07-01', 'schedule_2024-07-01_hydrate_team.json')
    expect(game).toMatchObject({ homeTeam: 'TOR', awayTeam: 'HOU', neutralSite: false, status: 'final' })
  })
  it('assign football games to Eastern days, with our team codes', async () => {
    const sunday = await footballOf('2025-10-26')
    expect(sunday).toHaveLength(11)
    expect(sunday.at(-1)).toMatchObject({ homeTeam: 'PIT', gameTime: '2025-10-27T00:20:00.000Z' })
    expect(await footballOf('2025-10-27')).toMatchObject([{ homeTeam: 'KC', awayTeam: 'WAS' }])
    expect(await footballOf('2025-10-23')).toMatchObject([{ homeTeam: 'LAC', status: 'final' }])
    expect(await footballOf('2025-10-24')).toEqual([])
  })
  it('need no weather request for a game under a roof', async () => {
    const [game] = await footballOf('2025-10-23')
    const parts = await partsOf('2025-10-23', {})
    const weather = await teamWeather(parts, { team: game?.homeTeam ?? '', sport: 'football' })
    expect(weather).toMatchObject({ roof: 'dome', temperature: null })
    expect(service.asked).toEqual([])
  })
  it('give an hourly Open-Meteo forecast, with null for values that were not requested', () => {
    const [melbourne] = openMeteoAnswerSchema.parse(read('openmeteo/forecast_melbourne_metric_gmt.json'))
    const hours = melbourne ? openMeteoHours(melbourne) : []
    expect(hours.length).toBeGreaterThan(24)
    expect(hours[0]).toMatchObject({ at: '2025-10-25T00:00:00.000Z', windFromDegrees: null, description: '' })
    expect(hours.every(({ humidity }) => humidity !== null && humidity > 0)).toBe(true)
  })
  it('give half-day forecasts of the National Weather Service with wind in mph and degrees', () => {
    const hours = nwsHours(nwsForecastSchema.parse(read('nws/gridpoint_forecast_chicago.json')).properties)
    expect(hours[0]).toEqual({
      at: '2025-10-26T16:00:00.000Z',
      temperatureF: 58,
      windMph: 15,
      windFromDegrees: 90,
      humidity: null,
      rainChance: 0,
      seaLevelPressureHpa: null,
      snow: false,
      description: 'Sunny',
    })
    expect(hours[2]?.windMph).toBe(12.5)
    expect(hours.every(({ windMph, windFromDegrees }) => windMph !== null && windFromDegrees !== null)).toBe(
      true,
    )
  })
})
