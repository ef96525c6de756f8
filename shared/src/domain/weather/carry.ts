import type { Stadium } from '../clubs/club.ts'
import type { WeatherReading } from './reading.ts'
import { windOutOf } from './wind.ts'

/** Reference conditions with a carry of zero: 70 °F, sea level, standard pressure, no wind. */
export const REFERENCE_F = 70
const STANDARD_HPA = 1013.25
const INHG_PER_HPA = 0.02953

/** Middle of 2.5 to 3 ft per 10 °F. Source: A. Nathan, 'The Physics of Baseball'. */
export const CARRY_FEET_PER_F = 0.275
/** Lower end of 15 to 20 ft per 5 mph of tailwind. Source: A. Nathan. */
const CARRY_FEET_PER_MPH = 3
/**
 * Share of the forecast wind that acts on a fly ball. An estimate, as no figure is published: forecasts are
 * for 10 m above open country, while stands shelter a park. In 2005-2006, with winds of 10 mph and more,
 * nearly as many fly balls became home runs with the wind blowing in as out (at least 13.6% and 14.0%: 'When
 * the Wind Blows', The Hardball Times).
 */
const SHELTERED = 0.5
/**
 * Rules of thumb per 1,000 ft of altitude and per inch of mercury.
 * Source: P. Theibert, 'Farther', baseballbard.com.
 */
const CARRY_FEET_PER_1000_FEET = 6
const CARRY_FEET_PER_INHG = 4

/** Feet added to a fly ball of about 400 ft, by cause. */
export interface Carry {
  readonly temperature: number
  readonly wind: number
  readonly altitude: number
  readonly pressure: number
}

/**
 * Distance that a long fly ball carries beyond that in reference conditions, in feet; negative is shorter.
 *
 * Altitude is included. Park factors include it as well: a caller that applies park factors must exclude it
 * here. Humidity is excluded: between 20 and 60% it changes the distance by less than a foot (A. Nathan).
 */
export function carryOf(stadium: Stadium, reading: WeatherReading): Carry {
  const { temperatureF, windMph, windFromDegrees, seaLevelPressureHpa } = reading
  const { bearing, elevationFeet } = stadium
  const windOut =
    bearing === null || windMph === null || windFromDegrees === null
      ? 0
      : windOutOf(windMph, windFromDegrees, bearing)
  return {
    temperature: temperatureF === null ? 0 : (temperatureF - REFERENCE_F) * CARRY_FEET_PER_F,
    wind: windOut * CARRY_FEET_PER_MPH * SHELTERED,
    altitude: (elevationFeet / 1000) * CARRY_FEET_PER_1000_FEET,
    pressure:
      seaLevelPressureHpa === null
        ? 0
        : (STANDARD_HPA - seaLevelPressureHpa) * INHG_PER_HPA * CARRY_FEET_PER_INHG,
  }
}

/** Sum of all causes, in feet. */
export const totalCarry = ({ temperature, wind, altitude, pressure }: Carry): number =>
  temperature + wind + altitude + pressure
