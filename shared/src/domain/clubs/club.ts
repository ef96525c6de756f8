/** A sport whose clubs are listed. */
export type Sport = 'baseball' | 'football'

export type Roof = 'open' | 'retractable' | 'dome'

/** Home stadium of a club. */
export interface Stadium {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  /** `dome` has a fixed roof, `retractable` one that may be open or closed. */
  readonly roof: Roof
  /**
   * Degrees clockwise from true north. Baseball: from home plate to centre field. Football: the long axis of
   * the field, in either direction. Null without a reliable source, and under a dome in baseball.
   */
  readonly bearing: number | null
  /** `low` where published bearings disagree or there is only one source. */
  readonly bearingConfidence: 'high' | 'low'
  readonly elevationFeet: number
}

/** A club as the weather view lists it (W3). */
export interface Club {
  readonly sport: Sport
  /** Code in the format of the lines service, such as `ARI`, `CWS` or `WAS`; unique within a sport. */
  readonly code: string
  /** Id of the club in MLB's stats service; null in football. */
  readonly mlbId: number | null
  readonly name: string
  /** City of the stadium. */
  readonly city: string
  /** IANA time zone of the stadium. */
  readonly timeZone: string
  /** Usual start in the stadium's time zone, 24 h `HH:MM`. */
  readonly defaultGameTime: string
  readonly stadium: Stadium
}

/**
 * Builds a club from one row of a table.
 * @param startsAt usual start in the stadium's time zone, 24 h `HH:MM`; it replaces an unknown start time, and only selects
 *   the hour of the weather forecast
 * @param cells name, city, stadium, latitude, longitude, time zone, roof, bearing, confidence, elevation
 */
export function parseClub(
  { sport, code, mlbId }: Pick<Club, 'sport' | 'code' | 'mlbId'>,
  startsAt: (timeZone: string) => string,
  cells: string[],
): Club {
  const [name = '', city = '', stadium = '', latitude, longitude, timeZone = '', roof, ...field] = cells
  const [bearing, confidence, elevation] = field
  return {
    sport,
    code,
    mlbId,
    name,
    city,
    timeZone,
    defaultGameTime: startsAt(timeZone),
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
