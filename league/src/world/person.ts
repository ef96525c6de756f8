export type Hand = 'L' | 'R'
export type BatSide = Hand | 'S'
/** The service's position codes: 1 pitcher … 9 right field, 10 designated hitter, X unknown. */
export type PositionCode = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | 'X'

/** What a club's roster says about a player. */
export type RosterStatus = 'active' | 'injured' | 'minors'

/** A player. What a source does not tell (a replay knows no birth dates) is absent, never made up. */
export interface Person {
  readonly id: number
  readonly fullName: string
  readonly firstName: string
  readonly lastName: string
  readonly number?: string
  readonly birthDate?: string
  readonly birthCity?: string
  readonly birthCountry?: string
  /** Inches. */
  readonly height?: number
  /** Pounds. */
  readonly weight?: number
  readonly debut?: string
  readonly bats?: BatSide
  readonly throws?: Hand
  readonly position: PositionCode
  /** The club on the league's day. */
  teamId: number
  status: RosterStatus
}
