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

/** Where a game is played. Only its name is known of a park that is none of a club's. */
export interface Venue {
  readonly id: number
  readonly name: string
  readonly timeZone?: string
  readonly factors: ParkFactors
}

export interface Park extends Venue {
  readonly city: string
  readonly timeZone: string
  readonly roof: 'open' | 'retractable' | 'dome'
  readonly latitude: number
  readonly longitude: number
  readonly elevationFeet: number
}

/** Whether location and roof of a venue are known. */
export const isPark = (venue: Venue | undefined): venue is Park => venue !== undefined && 'roof' in venue

export interface Pair<T> {
  readonly away: T
  readonly home: T
}

export interface Tally {
  readonly runs: number
  readonly hits: number
  readonly errors: number
  readonly leftOnBase: number
}

/** The result of a game. `innings` is empty in a replay, because its source has no innings. */
export interface GameResult {
  readonly innings: readonly { readonly away: Tally; readonly home: Tally | null }[]
  readonly total: Pair<Tally>
  readonly winner?: number
  readonly loser?: number
  readonly save?: number
}

/** The situation of a game in progress: the current half inning or, during a break, the next one. */
export interface Situation {
  /** From 1. */
  readonly inning: number
  readonly top: boolean
  readonly between: boolean
  readonly outs: number
  /** Person ids on first, second and third. */
  readonly bases: readonly [number | null, number | null, number | null]
  readonly batterId: number
  readonly onDeckId: number
  readonly pitcherId: number
}

/** The score of a suspended game at its interruption, and the outs of both clubs. */
export interface Interruption {
  readonly runs: Pair<number>
  readonly outs: number
}

/**
 * The live state of a game from an hour before its first pitch. The tables contain its lines so far; those of
 * a suspended game of a replay are not known before it is completed.
 */
export type LiveGame =
  | { readonly phase: 'pre-game' | 'warmup' | 'game-over' }
  | { readonly phase: 'suspended'; readonly interruption: Interruption | null }
  | { readonly phase: 'in-progress'; readonly score: GameResult; readonly situation: Situation }

/** A regular-season game. It has a result once it is over. */
export interface Game {
  readonly pk: number
  readonly season: number
  /** The official day, `YYYY-MM-DD`. */
  readonly date: string
  /** First pitch, UTC instant. */
  readonly startsAt: string
  readonly dayNight: 'day' | 'night'
  readonly homeId: number
  readonly awayId: number
  readonly venueId: number
  readonly gameNumber: 1 | 2
  readonly doubleHeader: 'N' | 'S'
  readonly seriesGame: number
  readonly seriesLength: number
  /** The original day and first pitch of a game that rain postponed. */
  readonly postponedFrom?: { readonly date: string; readonly startsAt: string }
  /** The day on which the suspended game is completed, from that day on. */
  readonly resumedOn?: string
  readonly probables?: { readonly away?: number; readonly home?: number }
  /** Person ids in batting order, with the position played. */
  readonly lineups?: Pair<readonly LineupSpot[]>
  readonly result?: GameResult
  readonly live?: LiveGame
}

/** The final score of a game or, in progress, its current score; undefined before the first pitch. */
export const scoreOf = ({ result, live }: Game): GameResult | undefined =>
  result ?? (live?.phase === 'in-progress' ? live.score : undefined)

export interface LineupSpot {
  readonly id: number
  readonly position: string
}
