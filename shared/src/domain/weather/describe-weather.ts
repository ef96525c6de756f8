import type { Roof } from '../clubs/index.ts'
import { asShown } from '../grades.ts'
import { formatFigure, isRainy, temperatureTone, windTone } from './rating.ts'
import { describeWind } from './wind.ts'

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
 * Describes the weather at game time: '84°F, wind 11 mph out to left, 30% chance of rain'.
 * @returns null where nothing is known
 */
export function describeWeather(weather: DescribedWeather): string | null {
  if (weather.roof === 'dome') return 'indoors under a fixed roof'
  const { temperature, rainChance, roof } = weather
  const parts = [
    temperature === null ? null : `${formatFigure(temperature, temperatureTone)}°F`,
    wind(weather),
    rainChance !== null && asShown(rainChance, 0) >= RAIN_FROM_PERCENT
      ? `${formatFigure(rainChance, isRainy)}% chance of rain`
      : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return [...parts, ...(roof === 'retractable' ? ['unless the roof is closed'] : [])].join(', ')
}
