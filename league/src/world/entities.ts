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

/** The live state of a game from an hour before its first pitch. The tables contain its lines so far. */
export type LiveGame =
  | { readonly phase: 'pre-game' | 'warmup' | 'game-over' }
  | { readonly phase: 'in-progress'; readonly score: GameResult; readonly situation: Situation }

/** A regular-season game. It has a result once it is over. */
export interface Game {
  readonly pk: number
  readonly season: number
  /** The official day, `YYYY-MM-DD`. */
  readonly date: string
  /** First pitch, UTC instant. */
  readonly startsAt: string
  readonly startTimeTbd?: boolean
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
