import type { BatSide, BatterGame, PitcherGame, ThrowHand } from '@propsight/shared/domain/engine'

/** One batter's line of one game. */
export interface BattingRow extends BatterGame {
  readonly gameId: string
  readonly playerId: string
  readonly club: string
  readonly bats: BatSide | null
  /** Whether the player was in the starting lineup. */
  readonly started: boolean
  /** Whether the player also pitched in this game. */
  readonly pitched: boolean
}

/** One pitcher's line of one game. */
export interface PitchingRow extends PitcherGame {
  readonly gameId: string
  readonly playerId: string
  readonly club: string
  readonly throws: ThrowHand | null
}

/** A game of the schedule, as known in the morning. */
export interface ScheduledGame {
  readonly id: string
  readonly date: string
  readonly home: string
  readonly away: string
  readonly park: string
  readonly homeStarter: SeasonStarter | null
  readonly awayStarter: SeasonStarter | null
}

export interface SeasonStarter {
  readonly id: string
  readonly throws: ThrowHand | null
}

/** The rows of a season in order of time; within a game in the order of the file. */
export interface Season {
  readonly games: readonly ScheduledGame[]
  readonly batting: readonly BattingRow[]
  readonly pitching: readonly PitchingRow[]
}
