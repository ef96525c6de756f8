/** A club with the names and ids of the stats service. */
export interface Club {
  readonly id: number
  readonly name: string
  readonly abbreviation: string
  /** The abbreviation that the lines service uses. */
  readonly lines: string
  readonly code: string
  readonly nickname: string
  readonly location: string
  readonly since: number
  readonly leagueId: number
  readonly divisionId: number
  readonly venueId: number
}

/**
 * Multipliers of the league's rates, 1 = average: singles, doubles, triples, home runs, strikeouts, walks.
 */
export type ParkFactors = readonly [number, number, number, number, number, number]

export interface Park {
  readonly id: number
  readonly name: string
  readonly city: string
  readonly timeZone: string
  readonly roof: 'open' | 'retractable' | 'dome'
  readonly latitude: number
  readonly longitude: number
  readonly elevationFeet: number
  readonly factors: ParkFactors
}
