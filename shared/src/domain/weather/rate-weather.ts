import type { Sport, Stadium } from '../clubs/club.ts'
import type { Roof } from '../clubs/index.ts'
import { asShown } from '../grades.ts'
import { baseballScores } from './baseball-scores.ts'
import {
  formatFigure,
  isRainy,
  NEUTRAL_SCORE,
  rateScore,
  scoreOf,
  temperatureTone,
  type WeatherConditions,
  type WeatherReading,
  windTone,
} from './rating.ts'
import { compassPoint, describeWind, windOutOf } from './wind.ts'

/** Middles of the bands 5-9 (no effect), 10-14 and 15-19 mph; the last represents 20 mph and more. */
const MIDDLES = [7, 12, 17, 22] as const

/**
 * Interpolates the effect of a wind speed from figures by band. Each figure applies at the middle of its
 * band, with linear interpolation in between. The effect is 0 below 7 mph and the last figure from 22 mph.
 * @param figures at 10-14, at 15-19, and at 20 mph and more
 */
export function effectOfWind(mph: number, figures: readonly [number, number, number]): number {
  const levels = [0, ...figures]
  const above = MIDDLES.findIndex((middle) => mph < middle)
  if (above === 0) return 0
  if (above < 0) return figures[2]
  const [low = 0, high = 0] = MIDDLES.slice(above - 1, above + 1)
  const [from = 0, to = 0] = levels.slice(above - 1, above + 1)
  return from + ((to - from) * (mph - low)) / (high - low)
}

/**
 * Effects of weather on a team's game.
 * Source: maxzipperman/value-finder, 14,546 team games and 20,187 field goal attempts. Figures that the
 * source calls not significant are 0 here (cold on passing and rushing, snow on field goals). The one
 * exception is rushing in the strongest wind, because the next weaker band agrees with it.
 */
interface Effects {
  /** At 10-14, at 15-19, and at 20 mph and more. */
  readonly wind: readonly [number, number, number]
  readonly rain: number
  readonly snow: number
  /** At 32 °F and below. */
  readonly freezing: number
  /** At the altitude of Denver. */
  readonly thinAir: number
  /** Effect at which a score is 88. */
  readonly scale: number
}

/** Yards per attempt; the mean is 7.12. */
const PASSING: Effects = {
  wind: [-0.15, -0.4, -0.5],
  rain: -0.33,
  snow: -0.51,
  freezing: 0,
  thinAir: 0,
  scale: 0.8,
}
/** Yards of the leading running back in a game. */
const RUSHING: Effects = { wind: [0, 3.3, 2.3], rain: 4.4, snow: 10.4, freezing: 0, thinAir: 0, scale: 10 }
/** Log-odds of a field goal. */
const KICKING: Effects = {
  wind: [-0.12, -0.21, -0.24],
  rain: -0.14,
  snow: 0,
  freezing: -0.33,
  thinAir: 0.31,
  scale: 0.5,
}

const FREEZING_F = 32
/** The source has a figure for Denver only; no other club plays above 2,200 ft. */
const THIN_AIR_FEET = 4000

/** Scores of a football game's weather, 0 to 100, not rounded. 50 is as under a roof. */
export interface FootballScores {
  readonly passing: number
  readonly rushing: number
  readonly kicking: number
  readonly overall: number
}

function describeEffect(effects: Effects, stadium: Stadium, reading: WeatherReading): number {
  const { windMph, rainChance, snow, temperatureF } = reading
  const wind = windMph === null ? 0 : effectOfWind(windMph, effects.wind)
  const falling = ((rainChance ?? 0) / 100) * (snow ? effects.snow : effects.rain)
  const cold = temperatureF !== null && temperatureF <= FREEZING_F ? effects.freezing : 0
  const air = stadium.elevationFeet >= THIN_AIR_FEET ? effects.thinAir : 0
  return wind + falling + cold + air
}

/**
 * Rates a football game's weather: passing by yards per attempt, rushing by the yards of the leading running
 * back, kicking by the odds of a field goal, overall by the mean of the three. Rain and snow are weighted by
 * their chance. The direction of the wind is ignored, because the teams change ends.
 * @param weight multiplies every effect: 1 in the open air, less where a roof may be closed
 */
export function footballScores(stadium: Stadium, reading: WeatherReading, weight: number): FootballScores {
  const score = (effects: Effects) =>
    scoreOf(describeEffect(effects, stadium, reading) * weight, effects.scale)
  const passing = score(PASSING)
  const rushing = score(RUSHING)
  const kicking = score(KICKING)
  return { passing, rushing, kicking, overall: (passing + rushing + kicking) / 3 }
}

/**
 * Weight of weather under a retractable roof of unknown state. An estimate: clubs decide on the day of the
 * game.
 */
const ROOF_NOT_KNOWN = 0.5

/** Ratings of a reading. The fields have the names of the weather answer. */
export interface RatedWeather {
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
  readonly overallConditions: WeatherConditions
  readonly homeRunConditions?: WeatherConditions
  readonly pitchingConditions?: WeatherConditions
  readonly hittingConditions?: WeatherConditions
  readonly passingConditions?: WeatherConditions
  readonly rushingConditions?: WeatherConditions
  readonly kickingConditions?: WeatherConditions
  /** Baseball only: feet that the weather adds to a long fly ball. */
  readonly carryFeet?: number
}

/** Share of the weather that reaches the field, 0 to 1. */
const weightOf = ({ roof }: Stadium, roofClosed: boolean | undefined): number => {
  if (roof === 'dome' || (roof === 'retractable' && roofClosed === true)) return 0
  return roof === 'retractable' && roofClosed === undefined ? ROOF_NOT_KNOWN : 1
}

const neutral = rateScore(NEUTRAL_SCORE)

function conditionsFor(sport: Sport, stadium: Stadium, reading: WeatherReading | null) {
  const weight = reading === null ? 0 : weightOf(stadium, reading.roofClosed)
  if (sport === 'baseball') {
    const scores = reading && weight > 0 ? baseballScores(stadium, reading, weight) : null
    return {
      overallConditions: scores ? rateScore(scores.overall) : neutral,
      homeRunConditions: scores ? rateScore(scores.homeRun) : neutral,
      pitchingConditions: scores ? rateScore(scores.pitching) : neutral,
      hittingConditions: scores ? rateScore(scores.hitting) : neutral,
      ...(scores && { carryFeet: scores.carryFeet }),
    }
  }
  const scores = reading && weight > 0 ? footballScores(stadium, reading, weight) : null
  return {
    overallConditions: scores ? rateScore(scores.overall) : neutral,
    passingConditions: scores ? rateScore(scores.passing) : neutral,
    rushingConditions: scores ? rateScore(scores.rushing) : neutral,
    kickingConditions: scores ? rateScore(scores.kicking) : neutral,
  }
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
  const knowsWindOut = sport === 'baseball' && from !== null && mph !== null && bearing !== null
  return {
    windDirection: from === null ? null : compassPoint(from),
    windOut: knowsWindOut ? windOutOf(mph, from, bearing) : null,
    fieldBearing: bearing,
    bearingConfidence,
    elevationFeet,
    ...conditionsFor(sport, stadium, reading),
  }
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
