import { defineAnswers, refuse } from '@propsight/harness'
import {
  type DayGame,
  type GamesTodayResponse,
  type TeamWeather,
  WEATHER_SPORTS,
} from '@propsight/shared/contracts'
import { findClub } from '@propsight/shared/domain/clubs'
import { rateWeather } from '@propsight/shared/domain/weather'
import { clockText } from '@propsight/shared/format'
import type { Sport } from '../config/sports.ts'

/**
 * Sample weather: °F, wind in mph, wind direction in degrees (from), humidity %, rain chance %, description.
 */
type SampleWeather = readonly [number, number, number, number, number, string]

const TODAY = new Date().toISOString().slice(0, 10)

/** Away, home, start in UTC, weather. Includes wind (COL), heat (ARI), cold (CHC) and a dome (TB). */
const BASEBALL: readonly (readonly [string, string, string, SampleWeather])[] = [
  ['NYY', 'BOS', '23:10', [68, 8, 67.5, 77, 35, 'Showers near']],
  ['ATL', 'PHI', '22:45', [84, 6, 247.5, 62, 20, 'Humid']],
  ['CIN', 'COL', '00:40', [88, 17, 202.5, 22, 10, 'Hot, gusting']],
  ['TOR', 'TB', '23:05', [90, 9, 120, 70, 60, 'Dome']],
  ['DET', 'MIN', '00:10', [72, 9, 0, 55, 5, 'Clear']],
  ['LAD', 'AZ', '01:40', [106, 7, 260, 14, 0, 'Clear']],
  ['TEX', 'SEA', '01:40', [79, 11, 157.5, 48, 5, 'Clear']],
  ['SD', 'SF', '01:45', [59, 14, 90, 71, 0, 'Marine layer']],
  ['STL', 'CHC', '18:20', [44, 19, 37, 60, 40, 'Cold, wind off the lake']],
]
const FOOTBALL: readonly (readonly [string, string, string, SampleWeather])[] = [
  ['GB', 'CHI', '00:15', [73, 13, 315, 61, 15, 'Partly cloudy']],
  ['LV', 'DEN', '20:25', [31, 18, 0, 70, 55, 'Snow']],
]

const gameOf = (
  [awayTeam, homeTeam, time]: readonly [string, string, string, SampleWeather],
  sport: Sport,
): DayGame => ({
  id: `${sport}-${homeTeam}`,
  homeTeam,
  awayTeam,
  gameTime: `${TODAY}T${time}:00.000Z`,
  stadium: findClub(sport, homeTeam)?.stadium.name ?? homeTeam,
  status: 'scheduled',
  gameNumber: 1,
  timeTbd: false,
  neutralSite: false,
})

export const baseballGames = (): DayGame[] => BASEBALL.map((row) => gameOf(row, 'baseball'))
export const footballGames = (): DayGame[] => FOOTBALL.map((row) => gameOf(row, 'football'))

/** Returns the weather response for a club's stadium; null for a club without a home game. */
export function weatherOf(sport: Sport, team: string): TeamWeather | null {
  const row = (sport === 'baseball' ? BASEBALL : FOOTBALL).find(([, home]) => home === team)
  const club = findClub(sport, team)
  if (!row || !club) return null
  const [temperature, windSpeed, windDegrees, humidity, rainChance, description] = row[3]
  const { roof } = club.stadium
  const dome = roof === 'dome'
  const snow = description === 'Snow'
  const reading = {
    temperatureF: temperature,
    windMph: windSpeed,
    windFromDegrees: windDegrees,
    rainChance,
    seaLevelPressureHpa: 1014,
    snow,
  }
  const forecastFor = gameOf(row, sport).gameTime
  return {
    team,
    sport,
    city: club.city,
    stadium: club.stadium.name,
    convertedGameTime: clockText(forecastFor, club.timeZone),
    forecastFor,
    roof,
    temperature: dome ? null : temperature,
    windSpeed: dome ? null : windSpeed,
    windDegrees: dome ? null : windDegrees,
    humidity: dome ? null : humidity,
    rainChance: dome ? null : rainChance,
    pressureHpa: dome ? null : 1014,
    snow: dome ? null : snow,
    description,
    ...rateWeather(sport, club.stadium, dome ? null : reading),
    ...(!dome && { source: 'Invented' }),
    readAt: new Date(Date.now() - 12.5 * 60_000).toISOString(),
    stale: false,
  }
}

const homes = { baseball: baseballGames(), football: footballGames() }

/** One script per club with a home game, because scripts are matched by the complete path. */
const weatherScripts = Object.fromEntries(
  WEATHER_SPORTS.flatMap((sport) => homes[sport])
    .map(({ homeTeam }) => homeTeam)
    .map((team) => [
      `GET /api/weather/${team}` as const,
      ({ query }: { query: Record<string, string> }) =>
        weatherOf(query.sport === 'football' ? 'football' : 'baseball', team) ??
        refuse(404, 'NOT_FOUND', `No club has the code ${team}.`),
    ]),
)

export default defineAnswers({
  api: {
    'GET /api/games/today': ({ query }): GamesTodayResponse => ({
      date: query.date ?? new Date().toISOString().slice(0, 10),
      games: homes,
      missing: [],
      readAt: new Date().toISOString(),
      stale: false,
    }),
    ...weatherScripts,
  },
})
