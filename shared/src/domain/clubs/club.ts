import { defaultGameTime } from './default-game-time.ts'
import type { Sport } from './sport.ts'

export type Roof = 'open' | 'retractable' | 'dome'

/** Where a club plays at home. */
export interface Stadium {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  /** `dome` has a fixed roof, `retractable` one that may be open or closed. */
  readonly roof: Roof
  /**
   * Degrees clockwise from true north: from home plate to centre field, or the long axis of a football field (whose two
   * ends are alike). Null where no source can be trusted, or under a dome in baseball.
   */
  readonly bearing: number | null
  /** `low`: published bearings disagree, or there is one source only. */
  readonly bearingConfidence: 'high' | 'low'
  readonly elevationFeet: number
}

/** A club as the weather view lists it (specification 1 §3, 'Team'). */
export interface Club {
  readonly sport: Sport
  /** As the lines service writes it, `ARI`, `CWS`, `WAS`: unique within a sport. */
  readonly code: string
  /** MLB's number of the club; null in football. */
  readonly mlbId: number | null
  readonly name: string
  /** The stadium's. */
  readonly city: string
  /** IANA name of the stadium's zone. */
  readonly timeZone: string
  /** Usual start in the stadium's zone, 24 h `HH:MM`. */
  readonly defaultGameTime: string
  readonly stadium: Stadium
}

/**
 * One club out of a table's row.
 * @param cells name, city, stadium, latitude, longitude, time zone, roof, bearing, confidence, elevation
 */
export function clubFrom(sport: Sport, code: string, mlbId: number | null, cells: string[]): Club {
  const [name = '', city = '', stadium = '', latitude, longitude, timeZone = '', roof, ...field] = cells
  const [bearing, confidence, elevation] = field
  return {
    sport,
    code,
    mlbId,
    name,
    city,
    timeZone,
    defaultGameTime: defaultGameTime(sport, timeZone),
    stadium: {
      name: stadium,
      latitude: Number(latitude),
      longitude: Number(longitude),
      roof: roof === 'dome' || roof === 'retractable' ? roof : 'open',
      bearing: bearing ? Number(bearing) : null,
      bearingConfidence: confidence === 'low' ? 'low' : 'high',
      elevationFeet: Number(elevation),
    },
  }
}
