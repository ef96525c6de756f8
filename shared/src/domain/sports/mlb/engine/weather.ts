import shipped from '../fitted/weather.json' with { type: 'json' }
import type { GameWeather, ParkFactors } from './input.ts'
import type { Counted } from './pitcher/constants.ts'

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

const DAY_MS = 86_400_000
const DAYS_A_YEAR = 365.25
/** Days of the year: the warmest day is a month after the solstice; seasons open at the end of March. */
const HEIGHT_OF_SUMMER = 202
const OPENING_DAY = 87

const angle = (dayOfYear: number): number => (2 * Math.PI * (dayOfYear - HEIGHT_OF_SUMMER)) / DAYS_A_YEAR

/**
 * Seasonal temperature effect: the temperature of a date minus the mean of the days before it, on a yearly
 * cosine from −1 to 1. Balls carry farther in July than in the cold weeks that the league's totals include, and
 * in late September not as far as in the weeks before. 0 outside of a season.
 * @param date `YYYY-MM-DD`
 * @param days number of days before it that the league's totals include; null for all days of the season
 */
export function seasonalTemperature(date: string, days: number | null = null): number {
  const now = Date.parse(`${date}T00:00:00Z`)
  const day = (now - Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`)) / DAY_MS + 1
  if (!(day > OPENING_DAY && day < 320)) return 0
  const from = angle(days === null ? OPENING_DAY : Math.max(OPENING_DAY, day - days))
  const to = angle(day)
  return Math.cos(to) - (Math.sin(to) - Math.sin(from)) / (to - from)
}

/** The unit of an effect, in °F or mph. */
const PER = 10
/** Bounds of the difference from the usual weather: about the range of the fitted games. */
export const MOST_WARMER_F = 25
export const MOST_WIND_MPH = 20

const within = (value: number, most: number): number => Math.min(most, Math.max(-most, value))

/** The difference that the engine uses: within the bounds. */
export const boundWeather = ({ warmerF, windOutMph }: GameWeather): GameWeather => ({
  warmerF: within(warmerF, MOST_WARMER_F),
  windOutMph: within(windOutMph, MOST_WIND_MPH),
})

/** An effect counts only if the data support it: its interval is on one side of 0. */
export const supportedEffect = ({ effect, low, high }: WeatherEffect): number =>
  low > 0 || high < 0 ? effect : 0

/** Logarithm of the effect of the weather on a rate; 0 for the usual weather. */
function logEffect(name: Affected, weather: GameWeather | null, { effects }: WeatherConstants): number {
  if (!weather) return 0
  const { warmerF, windOutMph } = boundWeather(weather)
  const { temperature, wind } = effects[name]
  return (supportedEffect(temperature) * warmerF + supportedEffect(wind) * windOutMph) / PER
}

/** The effect on each event as multipliers, like those of a park; null for the usual weather. */
export function weatherFactors(
  weather: GameWeather | null,
  constants: WeatherConstants = WEATHER,
): ParkFactors | null {
  if (!weather) return null
  const factor = (name: Affected) => Math.exp(logEffect(name, weather, constants))
  const inPlay = factor('inPlay')
  return {
    single: inPlay,
    double: inPlay,
    triple: inPlay,
    homeRun: factor('homeRun'),
    strikeOut: factor('strikeOut'),
    walk: factor('walk'),
  }
}

/** Logarithms of the effect on each count of a starting pitcher. */
export const weatherEffects = (
  weather: GameWeather | null,
  constants: WeatherConstants = WEATHER,
): Readonly<Record<Counted, number>> => ({
  strikeOuts: logEffect('strikeOuts', weather, constants),
  baseOnBalls: logEffect('baseOnBalls', weather, constants),
  hits: logEffect('hits', weather, constants),
  earnedRuns: logEffect('earnedRuns', weather, constants),
})

/**
 * Usual weather in the park of a club in the month of a game. March counts as April, October as September.
 * @param clubId MLB's id of the home club, in its own park
 * @param date `YYYY-MM-DD`
 * @returns temperature in °F and wind to centre field in mph (negative blows in); null where unknown
 */
export function usualWeather(
  clubId: number,
  date: string,
  { usual }: WeatherConstants = WEATHER,
): { readonly temperatureF: number; readonly windOutMph: number } | null {
  const month = Math.min(9, Math.max(4, Number(date.slice(5, 7))))
  const found = usual[clubId]?.[month]
  return found ? { temperatureF: found[0], windOutMph: found[1] } : null
}

const signed = (value: number, more: string, less: string, unit: string): string | null => {
  const rounded = Math.round(Math.abs(value))
  if (rounded === 0) return null
  return `${rounded} ${unit} ${value > 0 ? more : less}`
}

/** Note of the weather's step: '9 °F warmer and 8 mph more wind out than usual here'. */
export function weatherNote(weather: GameWeather): string {
  const { warmerF, windOutMph } = boundWeather(weather)
  const parts = [
    signed(warmerF, 'warmer', 'colder', '°F'),
    signed(windOutMph, 'more wind out', 'more wind in', 'mph'),
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'as usual here in this month' : `${parts.join(' and ')} than usual here`
}
