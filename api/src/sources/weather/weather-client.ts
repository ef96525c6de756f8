import type { Read } from '../../platform/cache/read.ts'

/** A point on the map, degrees. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** The weather of one hour. What a service does not tell is null. */
export interface HourForecast {
  /** Beginning of the hour, ISO 8601 in UTC. */
  at: string
  temperatureF: number | null
  windMph: number | null
  /** Where the wind comes from, degrees clockwise from true north. */
  windFromDegrees: number | null
  /** Percent. */
  humidity: number | null
  /** Chance of precipitation, percent. */
  rainChance: number | null
  /** Reduced to sea level. */
  seaLevelPressureHpa: number | null
  /** What falls, if anything does, is snow. */
  snow: boolean | null
  /** In a few words: 'Partly cloudy'. */
  description: string
}

export interface PlaceForecast {
  /** Who forecast it, as people know it. */
  source: string
  /** One after another, oldest first. */
  hours: HourForecast[]
}

/** Weather by the hour. Failures are `UpstreamError`s that name the service. */
export interface WeatherClient {
  /** Two days back and about eleven ahead; the backup, where it stands in, begins now and ends after a week. */
  forecast(place: Place): Promise<Read<PlaceForecast>>
}
