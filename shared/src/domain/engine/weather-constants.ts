import shipped from './fitted/weather.json' with { type: 'json' }
/** Logarithmic change of a rate with its 95% interval, per 10 °F or per 10 mph of wind to centre field. */
export interface WeatherEffect {
  readonly effect: number
  readonly low: number
  readonly high: number
}

/**
 * Events per plate appearance (`inPlay`: hits other than home runs, of which singles, doubles and triples alone
 * are too few), then counts of a starting pitcher per batter faced.
 */
export const WEATHER_EFFECTS = [
  'inPlay',
  'homeRun',
  'strikeOut',
  'walk',
  'strikeOuts',
  'baseOnBalls',
  'hits',
  'earnedRuns',
] as const
export type Affected = (typeof WEATHER_EFFECTS)[number]

/** Fitted effects of the weather, relative to what is usual in the same park and month. */
export interface WeatherConstants {
  /** Number of outdoor games of the fit. */
  readonly games: number
  readonly effects: Readonly<
    Record<Affected, { readonly temperature: WeatherEffect; readonly wind: WeatherEffect }>
  >
  /**
   * Usual temperature in °F and wind to centre field in mph, by MLB's id of the home club and by month, April to
   * September. Clubs with a roof, or in another park than in the data, are not listed.
   */
  readonly usual: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>
}

/** Effects of the weather and the usual weather of parks, written by `npm run fit -- --weather`. */
export const WEATHER = shipped.value as unknown as WeatherConstants
