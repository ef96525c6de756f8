import { teamWeatherResponse } from '@propsight/shared/contracts'
import { listClubs } from '@propsight/shared/domain/clubs'
import { describe, expect, it } from 'vitest'
import type { HourForecast, PlaceForecast } from '../../sources/weather/weather-client.ts'
import { emptyUpstream, fakeDeps, refusingUpstream } from '../../testing/fake-deps.ts'
import { testEnv } from '../../testing/test-env.ts'
import { findClubByCode } from '../games/find-game.ts'
import { teamWeather } from './team-weather.ts'

const HOUR_MS = 3_600_000
/** The test clock is fixed at noon Eastern, July 15, 2026. */
const hour = (index: number): HourForecast => ({
  at: new Date(Date.parse('2026-07-15T16:00:00Z') + index * HOUR_MS).toISOString(),
  temperatureF: 70 + index,
  windMph: 10,
  windFromDegrees: 180,
  humidity: 50,
  rainChance: 5,
  seaLevelPressureHpa: 1015,
  snow: false,
  description: 'Clear',
})
const forecast = (hours: HourForecast[] = Array.from({ length: 24 }, (_, index) => hour(index))) => {
  const requests: object[] = []
  const weather = {
    forecast: async (place: object) => {
      requests.push(place)
      const value: PlaceForecast = { source: 'Open-Meteo', hours }
      return { value, readAt: '2026-07-15T15:00:00.000Z', ageSeconds: 3_600, stale: true }
    },
  }
  return { requests, deps: fakeDeps({ upstream: { ...emptyUpstream, weather } }) }
}

describe('the weather of a club', () => {
  it('W2 is the forecast of the hour nearest to the game at the home stadium', async () => {
    const { deps, requests } = forecast()
    const gameTime = new Date('2026-07-15T23:35:00Z')
    const answer = await teamWeather(deps, { team: 'col', sport: 'baseball', gameTime })
    expect(requests).toEqual([{ latitude: 39.756, longitude: -104.9941 }])
    expect(teamWeatherResponse.parse(answer)).toMatchObject({
      team: 'COL',
      stadium: 'Coors Field',
      convertedGameTime: '5:35 PM',
      forecastFor: '2026-07-16T00:00:00.000Z',
      temperature: 78,
      windDirection: 'S',
      pressureHpa: 1015,
      source: 'Open-Meteo',
      readAt: '2026-07-15T15:00:00.000Z',
      stale: true,
    })
    expect(answer.homeRunConditions).toBeDefined()
    expect(answer.passingConditions).toBeUndefined()
  })
  it('is the forecast of the usual start time in the zone of the club when no time is given', async () => {
    const { deps } = forecast()
    const answer = await teamWeather(deps, { team: 'AZ', sport: 'baseball' })
    expect(answer).toMatchObject({
      team: 'AZ',
      roof: 'retractable',
      convertedGameTime: '7:10 PM',
      forecastFor: '2026-07-16T02:00:00.000Z',
    })
  })
  it('W3 is indoors without a request when the stadium has a fixed roof', async () => {
    const domes = [...listClubs('baseball'), ...listClubs('football')].filter(
      ({ stadium }) => stadium.roof === 'dome',
    )
    expect(domes.length).toBeGreaterThan(3)
    for (const { code, sport } of domes) {
      const answer = await teamWeather(fakeDeps({ upstream: refusingUpstream }), { team: code, sport })
      expect(teamWeatherResponse.parse(answer)).toMatchObject({
        roof: 'dome',
        temperature: null,
        windOut: null,
        description: 'Indoors',
        overallConditions: { rating: 'FAIR', score: 50 },
        stale: false,
      })
    }
  })
  it('is refused with 404 for an unknown club', async () => {
    const work = teamWeather(forecast().deps, { team: 'xyz', sport: 'football' })
    await expect(work).rejects.toMatchObject({
      status: 404,
      message: 'There is no football club with the code XYZ',
    })
  })
  it('is refused with the forecast range for a game beyond it', async () => {
    const gameTime = new Date('2026-07-16T18:30:00Z')
    const work = teamWeather(forecast().deps, { team: 'NYY', sport: 'baseball', gameTime })
    await expect(work).rejects.toMatchObject({
      status: 400,
      message:
        'Open-Meteo has no forecast for that game time. It reaches from July 15 at 4 PM UTC to July 16 at 3 PM UTC.',
    })
  })
  it('is the first forecast hour for a game that began two hours ago', async () => {
    const gameTime = new Date('2026-07-15T14:00:00Z')
    const answer = await teamWeather(forecast().deps, { team: 'NYY', sport: 'baseball', gameTime })
    expect(answer.forecastFor).toBe('2026-07-15T16:00:00.000Z')
  })
  it('is refused with 404 for a replayed season', async () => {
    const env = testEnv({ DATA: 'replay' })
    const work = teamWeather(fakeDeps({ env, upstream: refusingUpstream }), {
      team: 'NYY',
      sport: 'baseball',
    })
    await expect(work).rejects.toMatchObject({ status: 404 })
  })
})

it.each([
  ['baseball', 'nyy', 'NYY'],
  ['baseball', 'ARI', 'AZ'],
  ['baseball', 'OAK', 'ATH'],
  ['baseball', 'CHW', 'CWS'],
  ['baseball', 'WAS', 'WSH'],
  ['football', 'WSH', 'WAS'],
  ['football', 'JAC', 'JAX'],
  ['football', 'ari', 'ARI'],
  ['baseball', 'XYZ', undefined],
  ['football', 'NYM', undefined],
] as const)('W3 findClubByCode maps the %s code %s to %s', (sport, code, club) => {
  expect(findClubByCode(sport, code)?.code).toBe(club)
})
