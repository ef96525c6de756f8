/**
 * Weather at one place and hour, forecast or measured. Values that a source lacks are null and have no effect
 * in ratings.
 */
export interface WeatherReading {
  readonly temperatureF: number | null
  readonly windMph: number | null
  /** Direction that the wind blows from, degrees clockwise from true north. */
  readonly windFromDegrees: number | null
  /** Chance of precipitation in percent. */
  readonly rainChance: number | null
  /** Pressure reduced to sea level. The altitude of the stadium is a separate effect. */
  readonly seaLevelPressureHpa: number | null
  /** Whether precipitation, if any, is snow. */
  readonly snow: boolean | null
  /** State of a retractable roof; absent where unknown. */
  readonly roofClosed?: boolean
}
