import Router from '@koa/router'
import * as z from 'zod'
import { type Place, placeAt, weatherAt } from '../weather/sample-weather.ts'
import {
  computeVariable,
  isVariable,
  TEMPERATURE_UNITS,
  type Units,
  WATER_UNITS,
  WIND_UNITS,
} from '../weather/variables.ts'
import { dateOf, dayNumber } from '../world/world.ts'
import { ServiceError } from './answer.ts'
import type { LeagueState } from './league-state.ts'

const FORECAST_HOUR_MS = 3_600_000
/** Size of a grid cell: the service returns the coordinates of a grid point, not those of the request. */
const CELL_DEGREES = 0.0625

/** The requested hours, variables, units and time format for one place. */
export interface ForecastRequest {
  readonly place: Place
  readonly hourly: readonly string[]
  readonly current: readonly string[]
  readonly units: Units
  /** First and last local hour, in hours since 1970 as if local time were UTC. */
  readonly from: number
  readonly to: number
  readonly timeZone: string
  readonly unixTime: boolean
}

const offsetSeconds = (timeZone: string, now: Date): number => {
  const text = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(text ?? '')
  if (!match) return 0
  const sign = match[1] === '-' ? -1 : 1
  return sign * (Number(match[2]) * 60 + Number(match[3])) * 60
}

const snapToGrid = (degrees: number): number => Math.round(degrees / CELL_DEGREES) * CELL_DEGREES

/**
 * The forecast of one place in Open-Meteo's format: one array per variable, with a parallel object of units.
 * As in the service, the current UTC offset applies to all hours, and times have no offset.
 */
export function presentForecast(seed: string, request: ForecastRequest, now: Date) {
  const { place, hourly, current, units, from, to, timeZone, unixTime } = request
  const offset = offsetSeconds(timeZone, now)
  const hours = Array.from({ length: to - from + 1 }, (_, n) => from + n)
  const utcHour = (local: number) => Math.round(local - offset / 3600)
  const weather = hours.map((local) => weatherAt(seed, place, utcHour(local)))
  const timeOf = (local: number) =>
    unixTime ? local * 3600 - offset : new Date(local * FORECAST_HOUR_MS).toISOString().slice(0, 16)
  const time = { time: unixTime ? 'unixtime' : 'iso8601' }
  const hourlyVariables = hourly.map((name) => [name, computeVariable(name, units)] as const)
  const nowHour = Math.floor(now.getTime() / FORECAST_HOUR_MS)
  const currentWeather = weatherAt(seed, place, nowHour)
  const currentVariables = current.map((name) => [name, computeVariable(name, units)] as const)
  return {
    latitude: snapToGrid(place.latitude),
    longitude: snapToGrid(place.longitude),
    generationtime_ms: 0.1,
    utc_offset_seconds: offset,
    timezone: timeZone,
    timezone_abbreviation: timeZone === 'GMT' ? 'GMT' : `GMT${offset < 0 ? '' : '+'}${offset / 3600}`,
    elevation: place.elevationMetres,
    ...(currentVariables.length > 0
      ? {
          current_units: {
            ...time,
            interval: 'seconds',
            ...Object.fromEntries(currentVariables.map(([name, { unit }]) => [name, unit])),
          },
          current: {
            time: timeOf(nowHour + offset / 3600),
            interval: 900,
            ...Object.fromEntries(currentVariables.map(([name, { read }]) => [name, read(currentWeather)])),
          },
        }
      : {}),
    ...(hourlyVariables.length > 0
      ? {
          hourly_units: {
            ...time,
            ...Object.fromEntries(hourlyVariables.map(([name, { unit }]) => [name, unit])),
          },
          hourly: {
            time: hours.map(timeOf),
            ...Object.fromEntries(hourlyVariables.map(([name, { read }]) => [name, weather.map(read)])),
          },
        }
      : {}),
  }
}

const DAY_HOURS = 24
const HOUR_MS = 3_600_000
/** Range of the service before and after today, in days. */
const PAST_DAYS = 92
const FORECAST_DAYS = 16
const MAX_PLACES = 1000

const numbers = (low: number, high: number) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))))
    .pipe(z.array(z.number().min(low).max(high)).min(1).max(MAX_PLACES))
const names = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((part) => part !== ''))
const hour = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
const zone = z.string().refine((text) => {
  try {
    return text === 'auto' || Boolean(new Intl.DateTimeFormat('en-US', { timeZone: text }))
  } catch {
    return false
  }
})

const schema = z.object({
  latitude: numbers(-90, 90),
  longitude: numbers(-180, 180),
  elevation: numbers(-500, 9000).optional(),
  hourly: names,
  current: names,
  timezone: zone.default('GMT'),
  temperature_unit: z.enum(TEMPERATURE_UNITS).default('celsius'),
  wind_speed_unit: z.enum(WIND_UNITS).default('kmh'),
  precipitation_unit: z.enum(WATER_UNITS).default('mm'),
  timeformat: z.enum(['iso8601', 'unixtime']).default('iso8601'),
  forecast_days: z.coerce.number().int().min(0).max(FORECAST_DAYS).default(7),
  past_days: z.coerce.number().int().min(0).max(PAST_DAYS).default(0),
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
  start_hour: hour.optional(),
  end_hour: hour.optional(),
})
type Query = z.output<typeof schema>

const badParameter = (reason: string): ServiceError => new ServiceError(400, 0, reason)

/**
 * First and last hour of a query, in hours since 1970 as if local time were UTC.
 * @throws ServiceError 400 outside of the service's range
 */
const readHourRange = (query: Query, now: Date): { from: number; to: number } => {
  const today = dayNumber(now.toISOString().slice(0, 10))
  const hourOf = (text: string) => Math.floor(Date.parse(`${text}:00Z`) / HOUR_MS)
  const first = query.start_date ? dayNumber(query.start_date) : today - query.past_days
  const last = query.end_date ? dayNumber(query.end_date) : today + query.forecast_days - 1
  const from = query.start_hour ? hourOf(query.start_hour) : first * DAY_HOURS
  const to = query.end_hour ? hourOf(query.end_hour) : last * DAY_HOURS + DAY_HOURS - 1
  const lowest = today - PAST_DAYS
  const highest = today + FORECAST_DAYS
  if (!(from >= lowest * DAY_HOURS && to < (highest + 1) * DAY_HOURS && from <= to)) {
    throw badParameter(
      `Parameter 'start_date' is out of allowed range from ${dateOf(lowest)} to ${dateOf(highest)}`,
    )
  }
  return { from, to }
}

const checkNames = (query: Query): void => {
  const unknown = [...query.hourly, ...query.current].find((name) => !isVariable(name))
  if (unknown !== undefined) {
    throw badParameter(
      `Data corrupted at path ''. Cannot initialize SurfacePressureAndHeightVariable<VariableAndPreviousDay, ForecastPressureVariable, ForecastHeightVariable> from invalid String value ${unknown}.`,
    )
  }
  if (query.latitude.length !== query.longitude.length) {
    throw badParameter("Parameter 'latitude' and 'longitude' must have the same number of elements")
  }
}

/**
 * Open-Meteo's forecast for one place (an object) or several (an array). A replay has no weather and answers
 * 400.
 */
export function weatherRoutes(state: LeagueState): Router {
  const router = new Router()
  router.get('/v1/forecast', (ctx) => {
    const { seed } = state
    if (seed === null) throw badParameter('No weather is known for a replayed season')
    const parsed = schema.safeParse(ctx.query)
    if (!parsed.success) {
      const key = String(parsed.error.issues[0]?.path[0] ?? '')
      const value = String(ctx.query[key] ?? '')
      throw badParameter(
        value === '' ? `Parameter '${key}' is required` : `Cannot read ${key} from '${value}'`,
      )
    }
    const query = parsed.data
    checkNames(query)
    const now = state.now()
    const span = readHourRange(query, now)
    const units = {
      temperature: query.temperature_unit,
      wind: query.wind_speed_unit,
      water: query.precipitation_unit,
    }
    const { hourly, current } = query
    const answers = query.latitude.map((latitude, at) => {
      const place = placeAt(latitude, query.longitude[at] ?? 0, query.elevation?.[at])
      const timeZone = query.timezone === 'auto' ? (place.timeZone ?? 'GMT') : query.timezone
      const unixTime = query.timeformat === 'unixtime'
      return presentForecast(seed, { place, hourly, current, units, ...span, timeZone, unixTime }, now)
    })
    ctx.body = answers.length === 1 ? answers[0] : answers
  })
  return router
}
