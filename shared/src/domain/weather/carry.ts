import type { Stadium } from '../clubs/club.ts'
import type { WeatherReading } from './reading.ts'
import { windOutOf } from './wind.ts'

/** An ordinary night: nothing is added or taken at 70 °F, at sea level, at standard pressure, in still air. */
export const REFERENCE_F = 70
const STANDARD_HPA = 1013.25
const INHG_PER_HPA = 0.02953

/** 2.5 to 3 ft in 10 °F: the middle. Source: A. Nathan, 'The Physics of Baseball'. */
export const CARRY_FEET_PER_F = 0.275
/** 5 mph behind a fly ball add 15 to 20 ft: the lower end. Source: A. Nathan. */
const CARRY_FEET_PER_MPH = 3
/**
 * Share of a forecast's wind that a fly ball meets. Ours, for want of a published figure: forecasts are for 10 m above open
 * country while stands shelter a park, and in 2005-2006 winds of 10 mph and more were followed by nearly as many home runs
 * per fly ball blowing in as out (14.0% out, at least 13.6% in: 'When the Wind Blows', The Hardball Times).
 */
const SHELTERED = 0.5
/** Rules of thumb as P. Theibert prints them ('Farther', baseballbard.com): 1,000 ft higher, and an inch of mercury lower. */
const CARRY_FEET_PER_1000_FEET = 6
const CARRY_FEET_PER_INHG = 4

/** Feet added to a fly ball of some 400 ft, by what adds them. */
export interface Carry {
  readonly temperature: number
  readonly wind: number
  readonly altitude: number
  readonly pressure: number
}

/**
 * How much farther than on an ordinary night a long fly ball carries in a park, in feet; negative is shorter.
 *
 * Altitude is part of it, for this tells how the ball carries there tonight. It is part of park factors as well: whoever
 * has those must leave it out. Humidity is not: from 20 to 60% it moves a ball by less than a foot (A. Nathan).
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

/** All of it, in feet. */
export const totalCarry = ({ temperature, wind, altitude, pressure }: Carry): number =>
  temperature + wind + altitude + pressure
