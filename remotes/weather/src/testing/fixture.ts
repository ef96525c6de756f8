import { createScriptedShell } from '@propsight/harness'
import type { ApiRequest, DayGame, GamesTodayResponse, TeamWeather } from '@propsight/shared/contracts'
import { findClub } from '@propsight/shared/domain/clubs'
import { rateWeather } from '@propsight/shared/domain/weather'
import { clockText } from '@propsight/shared/format'
import type { Sport } from '../config/sports.ts'

const GAME_TIME = '2026-07-18T23:10:00Z'

export const createGame = (awayTeam: string, homeTeam: string, more: Partial<DayGame> = {}): DayGame => ({
  id: `${awayTeam}-${homeTeam}-${more.gameNumber ?? 1}`,
  homeTeam,
  awayTeam,
  gameTime: GAME_TIME,
  stadium: 'Somewhere',
  status: 'scheduled',
  gameNumber: 1,
  timeTbd: false,
  neutralSite: false,
  ...more,
})

export const createDay = (
  baseball: DayGame[],
  football: DayGame[] = [],
  more: Partial<GamesTodayResponse> = {},
): GamesTodayResponse => ({
  date: '2026-07-18',
  games: { baseball, football },
  missing: [],
  readAt: new Date().toISOString(),
  stale: false,
  ...more,
})

/** Returns a weather response of the API, rated by the product's own rules. */
export function createWeather(
  sport: Sport,
  team: string,
  sky: { temperature?: number; wind?: number; from?: number; rain?: number } = {},
  more: Partial<TeamWeather> = {},
): TeamWeather {
  const club = findClub(sport, team)
  if (!club) throw new Error(`no club ${team}`)
  const { temperature = 70, wind = 0, from = 0, rain = 0 } = sky
  const open = club.stadium.roof !== 'dome'
  const reading = {
    temperatureF: temperature,
    windMph: wind,
    windFromDegrees: from,
    rainChance: rain,
    seaLevelPressureHpa: 1013.25,
    snow: false,
  }
  return {
    team,
    sport,
    city: club.city,
    stadium: club.stadium.name,
    convertedGameTime: clockText(GAME_TIME, club.timeZone),
    forecastFor: '2026-07-18T23:00:00Z',
    roof: club.stadium.roof,
    temperature: open ? temperature : null,
    windSpeed: open ? wind : null,
    windDegrees: open ? from : null,
    humidity: open ? 50 : null,
    rainChance: open ? rain : null,
    pressureHpa: open ? 1013.25 : null,
    snow: open ? false : null,
    description: open ? 'Clear' : 'Dome',
    ...rateWeather(sport, club.stadium, open ? reading : null),
    ...(open && { source: 'Open-Meteo' }),
    readAt: new Date(Date.now() - 12.5 * 60_000).toISOString(),
    stale: false,
    ...more,
  }
}

type Answer = (request: ApiRequest) => unknown

/**
 * Creates a shell whose API responses come from a script: a function per path. A returned Error is thrown.
 * @param script may be changed during a test
 */
export function openShell(script: Record<string, Answer>) {
  const calls: { path: string; query: ApiRequest['query'] }[] = []
  const { shell } = createScriptedShell({
    scenario: 'signed-out',
    answers: { dataSource: { kind: 'sample', label: 'Sample data', today: '2026-07-18', season: 2026 } },
    api: {
      json: async (path, request = {}) => {
        calls.push({ path, query: request.query })
        const answer = script[path]?.(request) ?? new Error(`no answer for ${path}`)
        if (answer instanceof Error) throw answer
        return answer
      },
      stream: () => {
        throw new Error('the weather view reads no stream')
      },
    },
  })
  shell.queryClient.setDefaultOptions({ queries: { retry: false } })
  return { shell, calls }
}
