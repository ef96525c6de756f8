import type { Place } from './places.ts'

/** Average weather of a place at a time of the year, without passing fronts. */
export interface Climate {
  /** Mean of day and night, °C. */
  readonly mean: number
  /** Half the difference between night and afternoon, °C. */
  readonly daily: number
  /** Amplitude of the temperature change by fronts, °C. */
  readonly swing: number
  /** Tendency to rain, 0 (desert) … 1 (always wet). */
  readonly wetness: number
  /** Relative humidity of an average hour, 0 … 1. */
  readonly humidity: number
  /** Probability of a thunderstorm on a hot afternoon, 0 … 1. */
  readonly storms: number
  /** Mean wind, km/h. */
  readonly wind: number
}

const WARMEST_DAY = 202
const YEAR_DAYS = 365.25
/**
 * °C per kilometre of height: half of the free atmosphere's 6.5, because high plains are warm for their
 * height.
 */
const COOLER_PER_KM = 3

/**
 * An invented climate with the pattern of North America: colder and more seasonal in the north, mild and dry
 * in summer along the Pacific, hot and dry in the south-western desert, wet with thunderstorms in the
 * south-east. The numbers are round, near published monthly normals of the stadiums' cities; no product
 * forecast depends on them.
 * @param day day of the year, 0 to 365
 */
export function climateOf({ latitude, longitude, elevationMetres }: Place, day: number): Climate {
  const north = Math.abs(latitude)
  // −1 in midwinter, 1 in midsummer; the southern hemisphere is shifted by half a year.
  const summer =
    Math.cos((2 * Math.PI * (day - WARMEST_DAY)) / YEAR_DAYS) * Math.sign(latitude === 0 ? 1 : latitude)
  const lift = (COOLER_PER_KM * elevationMetres) / 1000
  const pacific = longitude > -130 && longitude < -117 && latitude > 30
  const atlanticEurope = longitude > -15 && longitude < 30
  if (pacific || atlanticEurope) {
    const inland = pacific && longitude > -121.8 && latitude > 36 && latitude < 41 ? 1 : 0
    return {
      mean: 18.5 - 0.5 * (north - 33) - lift + (4 + 5 * inland) * summer + 2 * inland,
      daily: 4.5 + 4 * inland,
      swing: 2.2,
      wetness: pacific ? (north > 45 ? 0.45 : 0.28) - 0.25 * summer : 0.45,
      humidity: inland ? 0.52 : 0.7,
      storms: 0.02,
      wind: 13,
    }
  }
  const desert = longitude <= -110 && longitude >= -117 && latitude < 38
  const plains = longitude > -110 && longitude < -100
  return {
    mean:
      27 - 0.87 * (north - 25) - lift + (desert ? 5 + 4 * summer : 0) + (4 + 0.46 * (north - 25)) * summer,
    daily: desert || plains ? 7.5 : 4.8,
    swing: 3.2 - 1.2 * summer,
    wetness: desert ? 0.08 : plains ? 0.25 : 0.42,
    humidity: desert ? 0.3 : plains ? 0.46 : 0.64,
    storms: Math.max(0, summer) * (desert ? 0.15 : plains ? 0.4 : north < 32 ? 0.55 : 0.3),
    wind: north > 40 || plains ? 15 : 12,
  }
}
