/** The enumeration of the specification (1 §3); no band gives VERY_GOOD. */
export type WeatherRating = 'EXCELLENT' | 'VERY_GOOD' | 'GOOD' | 'FAIR' | 'POOR' | 'TERRIBLE'

/** A rating with its score, 0 to 100, a whole number. */
export interface WeatherConditions {
  readonly rating: WeatherRating
  readonly score: number
}

/** Lowest score of each band. Source: specification 1 §9. */
const BANDS: readonly (readonly [number, WeatherRating])[] = [
  [80, 'EXCELLENT'],
  [65, 'GOOD'],
  [50, 'FAIR'],
  [35, 'POOR'],
]

/** The band that a score falls into (1 §9). */
export const ratingOf = (score: number): WeatherRating =>
  BANDS.find(([from]) => score >= from)?.[1] ?? 'TERRIBLE'

/** No weather, or none that counts: what a closed roof gives. */
export const NEUTRAL_SCORE = 50

/**
 * A score out of an effect: 50 + 50 · tanh(effect / scale), so that nothing leaves 0 to 100 and small effects count in
 * proportion.
 * @param effect in the unit of `scale`; positive is better
 */
export const scoreOf = (effect: number, scale: number): number =>
  NEUTRAL_SCORE + 50 * Math.tanh(effect / scale)

/**
 * A score as it is shown. Rounded first: the specification's bands are of whole scores ('Good 65-79', 1 §9), and the
 * word is that of the number next to it.
 */
export const conditionsOf = (score: number): WeatherConditions => {
  const shown = Math.round(Math.min(100, Math.max(0, score)))
  return { rating: ratingOf(shown), score: shown }
}
