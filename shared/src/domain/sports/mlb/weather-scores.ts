import type { Stadium } from '../../clubs/club.ts'
import {
  type FieldWeather,
  NEUTRAL_SCORE,
  rateScore,
  scoreOf,
  type WeatherReading,
} from '../../weather/rating.ts'
import { windOutOf } from '../../weather/wind.ts'

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
export function computeCarry(stadium: Stadium, reading: WeatherReading): Carry {
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

/**
 * Relative increase of home runs per °C.
 * Source: C. Callahan and others, 'Global warming, home runs, and the future of America's pastime', BAMS 104
 * (2023).
 */
const HOME_RUNS_PER_C = 0.0196
const C_PER_F = 5 / 9
/**
 * One °C adds 1.96% of home runs and 0.495 ft of carry. A foot of carry from any cause therefore adds 4.0%.
 */
const HOME_RUNS_PER_FOOT = (HOME_RUNS_PER_C * C_PER_F) / CARRY_FEET_PER_F
/** Effect at which a score is 88: about 30 ft of carry, half of the largest effect. */
const HOME_RUN_SCALE = 1.2

/**
 * Batting average rose from .257 at 60-69 °F to .269 at 80-89 °F: 0.23% of hits per °F. Source:
 * Baseball-Reference's game weather 1990-2013, in 'Hitting and temperature', Beyond the Box Score (2014).
 */
const HITS_PER_F = 0.0023
/**
 * Coors Field, at 5,197 ft, has 16% more singles than average.
 * Source: Baseball Savant's park factors 2023-2025.
 */
const HITS_PER_1000_FEET = 0.03
/** Effect at which a score is 88. */
const HIT_SCALE = 0.12

/**
 * Chance of rain, in percent, above which it lowers the overall score; points it takes at 100%. No source:
 * estimates.
 */
const RAIN_FROM = 30
const RAIN_POINTS = 20

/** Scores of a baseball game's weather, 0 to 100, not rounded. 50 is neutral weather. */
export interface BaseballScores {
  readonly homeRun: number
  readonly hitting: number
  readonly pitching: number
  readonly overall: number
  /** Feet added to a long fly ball. */
  readonly carryFeet: number
}

const rainPoints = (chance: number | null): number =>
  (Math.max(0, (chance ?? 0) - RAIN_FROM) / (100 - RAIN_FROM)) * RAIN_POINTS

/**
 * Rates a baseball game's weather. High scores are good for batters, except that of pitching:
 * - home runs: 1.96% per °C above 70 °F, and 4.0% per foot of carry from wind, altitude and pressure;
 * - hitting: hits by temperature and altitude. Wind is excluded: it added nothing to the prediction of hits;
 * - pitching: 100 minus the mean of home runs and hitting;
 * - overall: the mean of home runs and hitting, minus up to 20 points for rain, which can end the game.
 *
 * @param weight multiplies every effect: 1 in the open air, less where a roof may be closed
 */
export function baseballScores(stadium: Stadium, reading: WeatherReading, weight: number): BaseballScores {
  const carry = computeCarry(stadium, reading)
  const degrees = reading.temperatureF === null ? 0 : reading.temperatureF - REFERENCE_F
  const byAir = carry.wind + carry.altitude + carry.pressure
  const homeRuns = degrees * C_PER_F * HOME_RUNS_PER_C + byAir * HOME_RUNS_PER_FOOT
  const hits = degrees * HITS_PER_F + (stadium.elevationFeet / 1000) * HITS_PER_1000_FEET
  const homeRun = scoreOf(homeRuns * weight, HOME_RUN_SCALE)
  const hitting = scoreOf(hits * weight, HIT_SCALE)
  const batting = (homeRun + hitting) / 2
  return {
    homeRun,
    hitting,
    pitching: 2 * NEUTRAL_SCORE - batting,
    overall: Math.max(0, batting - rainPoints(reading.rainChance) * weight),
    carryFeet: totalCarry(carry) * weight,
  }
}

/** Degrees from the line to centre field. The foul lines are at 45. */
const CENTER_WITHIN = 20
const ALLEY_WITHIN = 45
const ACROSS_FROM = 75

const partOfField = (offCenter: number, side: 'left' | 'right'): string => {
  if (offCenter <= CENTER_WITHIN) return 'center'
  return offCenter < ALLEY_WITHIN ? `${side}-center` : side
}

/** @param angle as returned by `windAngle` */
function describeAngle(angle: number): string {
  const off = Math.abs(angle)
  const towards = angle < 0 ? 'left' : 'right'
  const opposite = angle < 0 ? 'right' : 'left'
  if (off < ACROSS_FROM) return `out to ${partOfField(off, towards)}`
  if (off <= 180 - ACROSS_FROM) return `across to ${towards}`
  return `in from ${partOfField(180 - off, opposite)}`
}

/** The weather of a ball park: ratings of home runs, pitching and hitting, and the wind to centre field. */
export const BALLPARK_WEATHER: FieldWeather = {
  hasWindOut: true,
  describeAngle,
  rate(stadium, reading, weight) {
    const scores = reading && baseballScores(stadium, reading, weight)
    return {
      overallConditions: rateScore(scores?.overall),
      homeRunConditions: rateScore(scores?.homeRun),
      pitchingConditions: rateScore(scores?.pitching),
      hittingConditions: rateScore(scores?.hitting),
      ...(scores && { carryFeet: scores.carryFeet }),
    }
  },
}
