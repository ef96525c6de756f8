/**
 * Weather in one place at one hour, of a forecast or measured. What a source does not tell is null, and counts for
 * nothing in a rating.
 */
export interface WeatherReading {
  readonly temperatureF: number | null
  readonly windMph: number | null
  /** Where the wind comes from, degrees clockwise from true north. */
  readonly windFromDegrees: number | null
  /** Chance of precipitation, 0 to 100. */
  readonly rainChance: number | null
  /** Reduced to sea level: the stadium's own height counts by itself. */
  readonly seaLevelPressureHpa: number | null
  /** What falls, if anything does, is snow. */
  readonly snow: boolean | null
  /** What is known of a retractable roof; left out where nothing is. */
  readonly roofClosed?: boolean
}
