import type { Stadium } from '../../clubs/club.ts'
import { type FieldWeather, rateScore, scoreOf, type WeatherReading } from '../../weather/rating.ts'

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

/** Degrees from the long axis of a football field. */
const ALONG_WITHIN = 30
const ACROSS_FIELD_FROM = 60

function describeAngle(angle: number): string {
  const off = Math.min(Math.abs(angle), 180 - Math.abs(angle))
  if (off < ALONG_WITHIN) return 'along the field'
  return off <= ACROSS_FIELD_FROM ? 'slanting across the field' : 'across the field'
}

/** The weather of a football field: ratings of passing, rushing and kicking. */
export const GRIDIRON_WEATHER: FieldWeather = {
  hasWindOut: false,
  describeAngle,
  rate(stadium, reading, weight) {
    const scores = reading && footballScores(stadium, reading, weight)
    return {
      overallConditions: rateScore(scores?.overall),
      passingConditions: rateScore(scores?.passing),
      rushingConditions: rateScore(scores?.rushing),
      kickingConditions: rateScore(scores?.kicking),
    }
  },
}
