import { ABROAD, FOOTBALL_CLUBS } from '../data/football-clubs.ts'
import { PARKS } from '../data/parks.ts'

const METRES_PER_FOOT = 0.3048
/** Within half a degree a place takes the elevation of the stadium. */
const NEAR_DEGREES = 0.5
/** Elevation of other places: a typical value of the continent's lowlands. */
const ELSEWHERE_METRES = 150

/** A point of the map with sample weather. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
  readonly elevationMetres: number
  /** IANA name from the nearest stadium; null if none is near. */
  readonly timeZone: string | null
}

const STADIUMS = [...PARKS, ...FOOTBALL_CLUBS.map(({ venue }) => venue), ABROAD]

/**
 * Makes a place from coordinates, with elevation and time zone of the nearest stadium within half a degree.
 * @param elevationMetres replaces the stadium's elevation
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
