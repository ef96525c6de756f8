import type { Read } from '../../platform/cache/freshness.ts'

/** Coordinates in degrees. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** The weather of one hour. Values unknown to the service are null. */
export interface HourForecast {
  /** Start of the hour, ISO 8601 in UTC. */
  at: string
  temperatureF: number | null
  windMph: number | null
  /** Direction the wind blows from, degrees clockwise from true north. */
  windFromDegrees: number | null
  /** Relative humidity, percent. */
  humidity: number | null
  /** Chance of precipitation, percent. */
  rainChance: number | null
  /** Air pressure reduced to sea level, hPa. */
  seaLevelPressureHpa: number | null
  /** Whether precipitation is snow; without precipitation, whether it is cold enough for snow. */
  snow: boolean | null
  /** A short text such as 'Partly cloudy'. */
  description: string
}

export interface PlaceForecast {
  /** Name of the service, as shown to users. */
  source: string
  /** Consecutive hours, oldest first. */
  hours: HourForecast[]
}

/** Weather by the hour. Failures are `UpstreamError`s that name the service. */
export interface WeatherClient {
  /**
   * Two past days and about eleven days ahead. A forecast of the backup service starts now and ends after a
   * week.
   */
  forecast(place: Place): Promise<Read<PlaceForecast>>
}
