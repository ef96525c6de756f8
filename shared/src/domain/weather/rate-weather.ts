import type { Sport, Stadium } from '../clubs/club.ts'
import { baseballScores } from './baseball-scores.ts'
import { footballScores } from './football-scores.ts'
import { NEUTRAL_SCORE, rateScore, type WeatherConditions, type WeatherReading } from './rating.ts'
import { compassPoint, windOutOf } from './wind.ts'

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
