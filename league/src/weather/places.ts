import { ABROAD, FOOTBALL_CLUBS } from '../data/football-clubs.ts'
import { PARKS } from '../data/parks.ts'

const METRES_PER_FOOT = 0.3048
/** Half a degree: a place that near to a stadium is as high as the stadium. */
const NEAR_DEGREES = 0.5
/** Elsewhere: about the middle of the continent's lowlands. */
const ELSEWHERE_METRES = 150

/** A point of the map for which weather is made up. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
  readonly elevationMetres: number
  /** Where it is known: that of the stadium beside it. */
  readonly timeZone: string | null
}

const STADIUMS = [...PARKS, ...FOOTBALL_CLUBS.map(({ venue }) => venue), ABROAD]

/**
 * What is known of a point: height and time zone of the nearest stadium.
 * @param elevationMetres as the caller says; else the stadium's
 */
export function placeAt(latitude: number, longitude: number, elevationMetres?: number): Place {
  const distance = (stadium: (typeof STADIUMS)[number]) =>
    Math.hypot(stadium.latitude - latitude, stadium.longitude - longitude)
  const [nearest] = STADIUMS.toSorted((a, b) => distance(a) - distance(b))
  const near = nearest && distance(nearest) <= NEAR_DEGREES ? nearest : null
  const height = near ? Math.round(near.elevationFeet * METRES_PER_FOOT) : ELSEWHERE_METRES
  return {
    latitude,
    longitude,
    elevationMetres: elevationMetres ?? height,
    timeZone: near?.timeZone ?? null,
  }
}
