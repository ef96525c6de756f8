import type { Sport, Stadium } from '../clubs/club.ts'
import type { Roof } from '../clubs/index.ts'
import { asShown } from '../grades.ts'
import { FIELD_WEATHER } from '../sports/fields.ts'
import {
  type FieldRatings,
  formatFigure,
  isRainy,
  temperatureTone,
  type WeatherReading,
  windTone,
} from './rating.ts'
import { compassPoint, windAngle, windOutOf } from './wind.ts'

/**
 * Weight of weather under a retractable roof of unknown state. An estimate: clubs decide on the day of the
 * game.
 */
const ROOF_NOT_KNOWN = 0.5

/** Ratings of a reading. The fields have the names of the weather answer. */
export interface RatedWeather extends FieldRatings {
  /** Compass point that the wind blows from. */
  readonly windDirection: string | null
  /**
   * Wind from home plate to centre field in mph, negative towards home plate. Null in football and where
   * unknown.
   */
  readonly windOut: number | null
  readonly fieldBearing: number | null
  readonly bearingConfidence: 'high' | 'low'
  readonly elevationFeet: number
}

/** Share of the weather that reaches the field, 0 to 1. */
const weightOf = ({ roof }: Stadium, roofClosed: boolean | undefined): number => {
  if (roof === 'dome' || (roof === 'retractable' && roofClosed === true)) return 0
  return roof === 'retractable' && roofClosed === undefined ? ROOF_NOT_KNOWN : 1
}

/**
 * Rates the weather in a stadium for a sport (W3). Under a dome or a closed roof all scores are 50. Under a
 * retractable roof of unknown state every effect counts half.
 * @param reading null where the weather is unknown or irrelevant (dome)
 * @returns fields to spread into `teamWeatherResponse`
 */
export function rateWeather(sport: Sport, stadium: Stadium, reading: WeatherReading | null): RatedWeather {
  const from = reading?.windFromDegrees ?? null
  const mph = reading?.windMph ?? null
  const { bearing, bearingConfidence, elevationFeet } = stadium
  const weight = reading === null ? 0 : weightOf(stadium, reading.roofClosed)
  const { hasWindOut, rate } = FIELD_WEATHER[sport]
  const knowsWindOut = hasWindOut && from !== null && mph !== null && bearing !== null
  return {
    windDirection: from === null ? null : compassPoint(from),
    windOut: knowsWindOut ? windOutOf(mph, from, bearing) : null,
    fieldBearing: bearing,
    bearingConfidence,
    elevationFeet,
    ...rate(stadium, weight > 0 ? reading : null, weight),
  }
}

/** Speed below which wind is described as calm, without a direction. */
const CALM_MPH = 1
/**
 * Describes the wind relative to the field: 'out to left', 'in from right-center', 'across to right', 'along
 * the field'.
 * @param bearing of the field (`Stadium.bearing`)
 * @param fromDegrees direction that the wind blows from, clockwise from true north
 * @returns 'calm' below 1 mph; null where bearing, direction or speed is unknown
 */
export function describeWind(
  sport: Sport,
  bearing: number | null,
  fromDegrees: number | null,
  mph: number | null,
): string | null {
  if (mph !== null && mph < CALM_MPH) return 'calm'
  if (bearing === null || fromDegrees === null || mph === null) return null
  const angle = windAngle(fromDegrees, bearing)
  return FIELD_WEATHER[sport].describeAngle(angle)
}

/** Fields of `TeamWeather` that the description uses. */
interface DescribedWeather {
  readonly roof: Roof
  readonly temperature: number | null
  readonly windSpeed: number | null
  readonly windDegrees: number | null
  readonly fieldBearing: number | null
  readonly rainChance: number | null
}

/** Chance of rain from which the description mentions it. */
const RAIN_FROM_PERCENT = 20

function wind({ windSpeed, windDegrees, fieldBearing }: DescribedWeather): string | null {
  if (windSpeed === null) return null
  const way = describeWind('baseball', fieldBearing, windDegrees, windSpeed)
  if (way === 'calm') return 'calm'
  return `wind ${formatFigure(windSpeed, windTone)} mph${way === null ? '' : ` ${way}`}`
}

/**
 * Describes the weather at game time: '84°F, wind 11 mph out to left, rain 30%'. Rain closes a roof that
 * can be closed.
 * @returns null where nothing is known
 */
export function describeWeather(weather: DescribedWeather): string | null {
  if (weather.roof === 'dome') return 'indoors under a fixed roof'
  const { temperature, rainChance, roof } = weather
  const parts = [
    temperature === null ? null : `${formatFigure(temperature, temperatureTone)}°F`,
    wind(weather),
    roof !== 'retractable' && rainChance !== null && asShown(rainChance, 0) >= RAIN_FROM_PERCENT
      ? `rain ${formatFigure(rainChance, isRainy)}%`
      : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return [...parts, ...(roof === 'retractable' ? ['if the roof is open'] : [])].join(', ')
}
