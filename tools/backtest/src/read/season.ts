import type { BatSide, BatterGame, PitcherGame, ThrowHand } from '@propsight/shared/domain/engine'

/** One batter's line of one game. */
export interface BattingRow extends BatterGame {
  readonly gameId: string
  readonly playerId: string
  readonly club: string
  readonly opponent: string
  /** Park, in the source's own codes. */
  readonly park: string
  readonly bats: BatSide | null
  /** Whether the player was in the starting lineup. */
  readonly started: boolean
  /** Whether the player also pitched in this game. */
  readonly pitched: boolean
  /**
   * Present where `runs` is null and the club's runs are known from another file: the line's part of them, by
   * plate appearances. Only for totals of clubs and leagues.
   */
  readonly partOfRuns?: number
}

/** One pitcher's line of one game. */
export interface PitchingRow extends PitcherGame {
  readonly gameId: string
  readonly playerId: string
  readonly club: string
  readonly opponent: string
  readonly throws: ThrowHand | null
}

/**
 * The value of a count that the fit needs.
 * @throws Error for an unknown count: the fit uses complete rows only
 */
export function known(count: number | null): number {
  if (count === null) throw new Error('a row lacks a count that the fit needs')
  return count
}

/** The outcomes of plate appearances, for the fit. */
export const tallyOf = <Tally extends { readonly hitByPitch: number | null }>(row: Tally) => ({
  ...row,
  hitByPitch: known(row.hitByPitch),
})

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

/** The rows of one or several seasons in order of time; within a game in the order of the file. */
export interface Season {
  readonly games: readonly ScheduledGame[]
  readonly batting: readonly BattingRow[]
  readonly pitching: readonly PitchingRow[]
  /** Seasons that may be earlier ones of players and parks. A year uses those before it only. */
  readonly earlier?: readonly PastSeason[]
}

/** The rows of one season, by its year. */
export interface PastSeason {
  readonly year: number
  readonly rows: Season
}

/** Year of the first game; NaN without games. */
export const yearOf = ({ games }: Season): number => Number(games[0]?.date.slice(0, 4))
