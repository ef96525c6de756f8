import type { TeamWeather } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import type { Club, Sport } from '@propsight/shared/domain/clubs'
import { rateWeather } from '@propsight/shared/domain/weather'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { HourForecast, PlaceForecast, WeatherClient } from '../../sources/weather/weather-client.ts'
import { findClubByCode } from '../games/find-game.ts'
import { timeOfDay, zonedInstant } from './zoned-time.ts'

const HOUR_MS = 3_600_000
/**
 * A forecast that starts now still applies to a game in progress; the weather of another time of day does
 * not.
 */
const MAX_DISTANCE_MS = 3 * HOUR_MS

/**
 * The forecast hour that starts nearest to an instant; null if none starts within three hours of it.
 * @param hours hours of a forecast, oldest first
 */
export function nearestHour(hours: readonly HourForecast[], instant: Date): HourForecast | null {
  const distance = ({ at }: HourForecast) => Math.abs(Date.parse(at) - instant.getTime())
  const nearest = hours.reduce<HourForecast | null>(
    (best, hour) => (best === null || distance(hour) < distance(best) ? hour : best),
    null,
  )
  return nearest && distance(nearest) <= MAX_DISTANCE_MS ? nearest : null
}

interface WeatherRequest {
  /** Code of a club, in any case. */
  team: string
  sport: Sport
  /** Default: today at the club's usual start time. */
  gameTime?: Date | undefined
}

const day = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  timeZone: 'UTC',
  timeZoneName: 'short',
})
const NO_WEATHER = {
  temperature: null,
  windSpeed: null,
  windDegrees: null,
  humidity: null,
  rainChance: null,
  pressureHpa: null,
  snow: null,
}

const clubFields = ({ code, sport, city, stadium, timeZone }: Club, gameTime: Date) => ({
  team: code,
  sport,
  city,
  stadium: stadium.name,
  roof: stadium.roof,
  convertedGameTime: timeOfDay(gameTime, timeZone),
})

const weatherFields = (hour: HourForecast) => ({
  temperature: hour.temperatureF,
  windSpeed: hour.windMph,
  windDegrees: hour.windFromDegrees,
  humidity: hour.humidity,
  rainChance: hour.rainChance,
  pressureHpa: hour.seaLevelPressureHpa,
  snow: hour.snow,
  description: hour.description,
})

/**
 * The forecast for a game time.
 * @throws HttpError 400, with the range of the forecast, for a time outside of it
 */
function forecastHour({ hours, source }: PlaceForecast, gameTime: Date): HourForecast {
  const hour = nearestHour(hours, gameTime)
  if (hour) return hour
  const first = hours[0]
  const last = hours.at(-1)
  const range =
    first && last
      ? ` It reaches from ${day.format(new Date(first.at))} to ${day.format(new Date(last.at))}.`
      : ''
  throw badRequest(`${source} has no forecast for that game time.${range}`)
}

export interface WeatherPorts {
  readonly upstream: { readonly weather: WeatherClient }
  readonly clock: LeagueClock
  readonly env: { readonly DATA: string }
}

/**
 * The weather in a club's home stadium in the hour nearest to the start of a game, with its ratings. A
 * stadium with a fixed roof has no weather, and no request is sent.
 * @throws HttpError 404 for an unknown club and for a replayed season, 400 for a time outside of the
 *   forecast; UpstreamError 503 if there is no forecast
 */
export async function teamWeather(
  { upstream, clock, env }: WeatherPorts,
  question: WeatherRequest,
): Promise<TeamWeather> {
  const { team, sport } = question
  const club = findClubByCode(sport, team)
  if (!club) {
    const named = /^[a-z]{1,5}$/i.test(team) ? `with the code ${team.toUpperCase()}` : 'of that name'
    throw notFound(`There is no ${sport} club ${named}`)
  }
  const { stadium } = club
  const gameTime = question.gameTime ?? zonedInstant(clock.today(), club.defaultGameTime, club.timeZone)
  if (stadium.roof === 'dome') {
    return {
      ...clubFields(club, gameTime),
      ...NO_WEATHER,
      forecastFor: gameTime.toISOString(),
      description: 'Indoors',
      ...rateWeather(sport, stadium, null),
      readAt: new Date().toISOString(),
      stale: false,
    }
  }
  if (env.DATA === 'replay') throw notFound('The weather of a replayed season is not known')
  const { latitude, longitude } = stadium
  const { value, readAt, stale } = await upstream.weather.forecast({ latitude, longitude })
  const hour = forecastHour(value, gameTime)
  return {
    ...clubFields(club, gameTime),
    ...weatherFields(hour),
    forecastFor: hour.at,
    ...rateWeather(sport, stadium, hour),
    source: value.source,
    readAt,
    stale,
  }
}
