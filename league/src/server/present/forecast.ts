import { weatherAt } from '../../weather/sample-weather.ts'
import type { Place } from '../../weather/places.ts'
import { type Units, variableOf } from '../../weather/variables.ts'

const HOUR_MS = 3_600_000
/** Size of a grid cell: the service returns the coordinates of a grid point, not those of the request. */
const CELL_DEGREES = 0.0625

/** The requested hours, variables, units and time format for one place. */
export interface ForecastWish {
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
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60 : 0
}

const snapped = (degrees: number): number => Math.round(degrees / CELL_DEGREES) * CELL_DEGREES

/**
 * The forecast of one place in Open-Meteo's format: one array per variable, with a parallel object of units.
 * As in the service, the current UTC offset applies to all hours, and times have no offset.
 */
export function presentForecast(seed: string, wish: ForecastWish, now: Date) {
  const { place, hourly, current, units, from, to, timeZone, unixTime } = wish
  const offset = offsetSeconds(timeZone, now)
  const hours = Array.from({ length: to - from + 1 }, (_, n) => from + n)
  const utcHour = (local: number) => Math.round(local - offset / 3600)
  const weather = hours.map((local) => weatherAt(seed, place, utcHour(local)))
  const timeOf = (local: number) =>
    unixTime ? local * 3600 - offset : new Date(local * HOUR_MS).toISOString().slice(0, 16)
  const time = { time: unixTime ? 'unixtime' : 'iso8601' }
  const told = hourly.map((name) => [name, variableOf(name, units)] as const)
  const nowHour = Math.floor(now.getTime() / HOUR_MS)
  const moment = weatherAt(seed, place, nowHour)
  const shown = current.map((name) => [name, variableOf(name, units)] as const)
  return {
    latitude: snapped(place.latitude),
    longitude: snapped(place.longitude),
    generationtime_ms: 0.1,
    utc_offset_seconds: offset,
    timezone: timeZone,
    timezone_abbreviation: timeZone === 'GMT' ? 'GMT' : `GMT${offset < 0 ? '' : '+'}${offset / 3600}`,
    elevation: place.elevationMetres,
    ...(shown.length > 0
      ? {
          current_units: {
            ...time,
            interval: 'seconds',
            ...Object.fromEntries(shown.map(([name, { unit }]) => [name, unit])),
          },
          current: {
            time: timeOf(nowHour + offset / 3600),
            interval: 900,
            ...Object.fromEntries(shown.map(([name, { read }]) => [name, read(moment)])),
          },
        }
      : {}),
    ...(told.length > 0
      ? {
          hourly_units: { ...time, ...Object.fromEntries(told.map(([name, { unit }]) => [name, unit])) },
          hourly: {
            time: hours.map(timeOf),
            ...Object.fromEntries(told.map(([name, { read }]) => [name, weather.map(read)])),
          },
        }
      : {}),
  }
}
