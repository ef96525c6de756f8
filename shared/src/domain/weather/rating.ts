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
 * for whole scores ('Good 65-79', W3) and the rating is shown next to the number.
 */
export const conditionsOf = (score: number): WeatherConditions => {
  const shown = Math.round(Math.min(100, Math.max(0, score)))
  return { rating: ratingOf(shown), score: shown }
}
