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

/** How a game ended. A replay's source has no innings: then `innings` is empty. */
export interface GameResult {
  readonly innings: readonly { readonly away: Tally; readonly home: Tally | null }[]
  readonly total: Pair<Tally>
  readonly winner?: number
  readonly loser?: number
  readonly save?: number
}

/** Where a game under way stands: the half inning that is on, or the next one during the break before it. */
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

/** A game in the hours around its play, by the league's clock. Its lines are in the tables as far as it has come. */
export type LiveGame =
  | { readonly phase: 'pre-game' | 'warmup' | 'game-over' }
  | { readonly phase: 'in-progress'; readonly score: GameResult; readonly situation: Situation }

/** A regular-season game. Without a result it has not been played to its end. */
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
  /** The day and instant from which rain moved the game. */
  readonly postponedFrom?: { readonly date: string; readonly startsAt: string }
  readonly probables?: { readonly away?: number; readonly home?: number }
  /** Person ids in batting order, with the position played. */
  readonly lineups?: Pair<readonly LineupSpot[]>
  readonly result?: GameResult
  readonly live?: LiveGame
}

/** How a game ended or, under way, stands; nothing before its first pitch. */
export const scoreOf = ({ result, live }: Game): GameResult | undefined =>
  result ?? (live?.phase === 'in-progress' ? live.score : undefined)

export interface LineupSpot {
  readonly id: number
  readonly position: string
}
