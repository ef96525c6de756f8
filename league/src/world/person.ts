export type Hand = 'L' | 'R'
export type BatSide = Hand | 'S'
/** The service's position codes: 1 pitcher … 9 right field, 10 designated hitter, X unknown. */
export type PositionCode = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | 'X'

/** A player's status on the club's roster. */
export type RosterStatus = 'active' | 'injured' | 'minors'

/** A player. Fields that a source lacks are absent, never invented: a replay has no birth dates. */
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
