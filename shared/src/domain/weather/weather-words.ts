import type { Roof } from '../clubs/index.ts'
import { windWords } from './wind-words.ts'

/** Of `TeamWeather`, as much as a sentence tells. */
interface Told {
  readonly roof: Roof
  readonly temperature: number | null
  readonly windSpeed: number | null
  readonly windDegrees: number | null
  readonly fieldBearing: number | null
  readonly rainChance: number | null
}

/** Below this chance rain is not worth a word. */
const RAIN_FROM_PERCENT = 20

function wind({ windSpeed, windDegrees, fieldBearing }: Told): string | null {
  if (windSpeed === null) return null
  const way = windWords('baseball', fieldBearing, windDegrees, windSpeed)
  if (way === 'calm') return 'calm'
  return `wind ${Math.round(windSpeed)} mph${way === null ? '' : ` ${way}`}`
}

/** Weather at game time in a few words: '84°F, wind 11 mph out to left, 30% chance of rain'; null where nothing is known. */
export function weatherWords(weather: Told): string | null {
  if (weather.roof === 'dome') return 'indoors under a fixed roof'
  const { temperature, rainChance, roof } = weather
  const parts = [
    temperature === null ? null : `${Math.round(temperature)}°F`,
    wind(weather),
    rainChance !== null && rainChance >= RAIN_FROM_PERCENT
      ? `${Math.round(rainChance)}% chance of rain`
      : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return [...parts, ...(roof === 'retractable' ? ['unless the roof is closed'] : [])].join(', ')
}
