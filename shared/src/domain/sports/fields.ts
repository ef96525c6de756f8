import type { Sport } from '../clubs/club.ts'
import type { FieldWeather } from '../weather/rating.ts'
import { BALLPARK_WEATHER } from './mlb/weather-scores.ts'
import { GRIDIRON_WEATHER } from './nfl/weather-scores.ts'

export { canonicalClubCode } from './mlb/club-codes.ts'
export { BASEBALL_CLUBS } from './mlb/clubs.ts'
export { FOOTBALL_CLUBS } from './nfl/clubs.ts'

/** How each sport's field takes the weather. */
export const FIELD_WEATHER: Readonly<Record<Sport, FieldWeather>> = {
  baseball: BALLPARK_WEATHER,
  football: GRIDIRON_WEATHER,
}
