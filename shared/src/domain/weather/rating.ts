import type { Stadium } from '../clubs/club.ts'
import { asShown } from '../grades.ts'

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

/** Ratings of the weather view (W3). No band of scores has the rating VERY_GOOD. */
export type WeatherRating = 'EXCELLENT' | 'VERY_GOOD' | 'GOOD' | 'FAIR' | 'POOR' | 'TERRIBLE'

/** A rating with its score, an integer from 0 to 100. */
export interface WeatherConditions {
  readonly rating: WeatherRating
  readonly score: number
}

/** Lowest score of each band, highest band first (W3). */
const BANDS: readonly (readonly [number, WeatherRating])[] = [
  [80, 'EXCELLENT'],
  [65, 'GOOD'],
  [50, 'FAIR'],
  [35, 'POOR'],
]

/** Rating of the band that contains a score (W3). */
export const ratingOf = (score: number): WeatherRating =>
  BANDS.find(([from]) => score >= from)?.[1] ?? 'TERRIBLE'

/** Score without any effect of weather, as under a closed roof. */
export const NEUTRAL_SCORE = 50

/**
 * Converts an effect to a score: 50 + 50 · tanh(effect / scale). The result stays within 0 to 100 and is
 * nearly proportional to small effects.
 * @param effect in the unit of `scale`; positive is better
 */
export const scoreOf = (effect: number, scale: number): number =>
  NEUTRAL_SCORE + 50 * Math.tanh(effect / scale)

/**
 * Rounds a score for display and rates it. The rating is that of the rounded score, because bands are defined
 * for whole scores ('Good 65-79', W3) and the rating is shown next to the number. Without a score the weather is neutral.
 */
export const rateScore = (score: number = NEUTRAL_SCORE): WeatherConditions => {
  const shown = Math.round(Math.min(100, Math.max(0, score)))
  return { rating: ratingOf(shown), score: shown }
}

/** The ratings of one sport. */
export interface FieldRatings {
  readonly overallConditions: WeatherConditions
  readonly homeRunConditions?: WeatherConditions
  readonly pitchingConditions?: WeatherConditions
  readonly hittingConditions?: WeatherConditions
  readonly passingConditions?: WeatherConditions
  readonly rushingConditions?: WeatherConditions
  readonly kickingConditions?: WeatherConditions
  /** Baseball only: feet that the weather adds to a long fly ball. */
  readonly carryFeet?: number
}

/** What a sport knows about the weather on its field. */
export interface FieldWeather {
  /** Whether the field has a direction that the wind blows out to. */
  readonly hasWindOut: boolean
  /** Words for a wind. @param angle as returned by `windAngle` */
  describeAngle(angle: number): string
  /**
   * @param reading null where the weather is unknown or does not reach the field
   * @param weight multiplies every effect: 1 in the open air, less where a roof may be closed
   */
  rate(stadium: Stadium, reading: WeatherReading | null, weight: number): FieldRatings
}

/** Thresholds of tones and icons (W3), all exclusive. */
const HOT_F = 85
const COLD_F = 45
const STRONG_WIND_MPH = 15
const FRESH_WIND_MPH = 10
const RAINY_PERCENT = 30

/** Tone of a temperature: 'hot' above 85 °F, 'cold' below 45 °F. */
export const temperatureTone = (fahrenheit: number): 'hot' | 'cold' | null => {
  if (fahrenheit > HOT_F) return 'hot'
  return fahrenheit < COLD_F ? 'cold' : null
}

/** Tone of a wind speed: 'strong' (red) above 15 mph, 'fresh' (yellow) above 10 mph. */
export const windTone = (mph: number): 'strong' | 'fresh' | null => {
  if (mph > STRONG_WIND_MPH) return 'strong'
  return mph > FRESH_WIND_MPH ? 'fresh' : null
}

/** Whether a chance of rain, in percent, counts as rain: above 30. */
export const isRainy = (rainChance: number): boolean => rainChance > RAINY_PERCENT

/**
 * Formats a figure as an integer, or with the decimals that it needs to have the same tone as the exact value: 85.4 °F
 * is hot, and 'Hot' next to '85' would contradict 'above 85'.
 * @param gradeOf `temperatureTone`, `windTone` or `isRainy`
 */
export function formatFigure(value: number, gradeOf: (value: number) => unknown): string {
  const digits = [0, 1, 2].find((each) => gradeOf(asShown(value, each)) === gradeOf(value))
  return asShown(value, digits ?? 3).toFixed(digits ?? 3)
}

/** Icon of a reading; rain has priority over heat and cold (W3). */
export function weatherIcon(
  rainChance: number | null,
  fahrenheit: number | null,
): 'rain' | 'heat' | 'cold' | null {
  if (rainChance !== null && isRainy(rainChance)) return 'rain'
  const tone = fahrenheit === null ? null : temperatureTone(fahrenheit)
  if (tone === 'hot') return 'heat'
  return tone
}
