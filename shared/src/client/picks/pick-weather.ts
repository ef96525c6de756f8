import type { TeamWeather } from '../../contracts/games/weather.ts'
import type { Pick } from '../../contracts/picks/pick.ts'
import { describeWeather } from '../../domain/weather/rate-weather.ts'

/** Middle of the weather score (0 to 100). The impact is the distance from it, 0 to 50. */
const NEUTRAL_SCORE = 50

const ratingOf = (
  parts: { rating: NonNullable<Pick['weather']>['overallConditions']['rating'] } | undefined,
) => parts && { rating: parts.rating }

/** The weather of a game as a pick holds it; null under a fixed roof, where it has no effect. */
export function pickWeather(weather: TeamWeather): NonNullable<Pick['weather']> | null {
  if (weather.roof === 'dome') return null
  const { homeRunConditions, pitchingConditions, overallConditions } = weather
  const homeRuns = ratingOf(homeRunConditions)
  const pitching = ratingOf(pitchingConditions)
  return {
    temperature: weather.temperature,
    windSpeed: weather.windSpeed,
    humidity: weather.humidity,
    conditions: weather.description.slice(0, 200),
    rainChance: weather.rainChance,
    primaryWeatherFactor: describeWeather(weather),
    weatherImpactScore: Math.abs(overallConditions.score - NEUTRAL_SCORE),
    overallConditions: { rating: overallConditions.rating },
    ...(homeRuns && { homeRunConditions: homeRuns }),
    ...(pitching && { pitchingConditions: pitching }),
  }
}
