import type { BattingRow, PitchingRow, ScheduledGame, Season } from '../read/season.ts'
import type { ParkModel } from './park-record.ts'
import { SeasonState } from './season-state.ts'

/** A visited day: its games, its lines, and the state of the morning. */
export interface WalkDay {
  readonly date: string
  /** Earlier days only. */
  readonly state: SeasonState
  /** The day's games by id. */
  readonly games: ReadonlyMap<string, ScheduledGame>
  /** The lines of the day, for comparison with forecasts only. */
  readonly batting: readonly BattingRow[]
  readonly pitching: readonly PitchingRow[]
}

export interface WalkRange {
  /** First and last visited day, `YYYY-MM-DD`, both included. Earlier days are part of the state. */
  readonly from?: string
  readonly to?: string
  readonly parks?: ParkModel
}

/**
 * Goes through a season day by day and visits the days of the range with the state of their morning. The
 * state gets a day after the visit, so both games of a doubleheader have the same state. A new year begins
 * with an empty state, like the game logs of the product.
 */
export function walk(season: Season, range: WalkRange, visit: (day: WalkDay) => void): void {
  const { from = '', to = '9999-12-31', parks } = range
  const games = Map.groupBy(season.games, ({ date }) => date)
  const batting = Map.groupBy(season.batting, ({ date }) => date)
  const pitching = Map.groupBy(season.pitching, ({ date }) => date)
  let state = new SeasonState(parks)
  let year = ''
  for (const date of [...games.keys()].toSorted()) {
    if (date > to) return
    if (date.slice(0, 4) !== year) {
      year = date.slice(0, 4)
      state = new SeasonState(parks)
    }
    const rows = { date, batting: batting.get(date) ?? [], pitching: pitching.get(date) ?? [] }
    if (date >= from)
      visit({ ...rows, state, games: new Map((games.get(date) ?? []).map((game) => [game.id, game])) })
    state.feed(rows)
  }
}
