import type { BattingRow, PitchingRow, ScheduledGame, Season } from '../read/season.ts'
import type { ParkModel } from './park-record.ts'
import { SeasonState } from './season-state.ts'

/** A day as it is judged: who meets whom, what came of it, and what was known of it in the morning. */
export interface WalkDay {
  readonly date: string
  /** Earlier days only. */
  readonly state: SeasonState
  /** The day's games by id. */
  readonly games: ReadonlyMap<string, ScheduledGame>
  /** What came of it: to be held against forecasts, never to be put into one. */
  readonly batting: readonly BattingRow[]
  readonly pitching: readonly PitchingRow[]
}

export interface WalkRange {
  /** First and last day visited, `YYYY-MM-DD`, both included; earlier days are known to the state all the same. */
  readonly from?: string
  readonly to?: string
  readonly parks?: ParkModel
}

/**
 * Goes through a season day by day and visits the days of the range with the state of their morning. Both games of a
 * doubleheader are visited before either is told. A new year begins with an empty state, as the product's logs do.
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
