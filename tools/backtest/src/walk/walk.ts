import { SEASONS_BACK } from '@propsight/shared/domain/engine'
import type { BattingRow, PastSeason, PitchingRow, ScheduledGame, Season } from '../read/season.ts'
import { announcedOrders } from '../read/season.ts'
import { type DayRows, SeasonState } from './season-state.ts'

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
  /** The batting order of a club in a game of the day, as announced; null where it is incomplete. */
  readonly orderOf: ReturnType<typeof announcedOrders>
}

function visitedDay(rows: DayRows, state: SeasonState, schedule: readonly ScheduledGame[]): WalkDay {
  const games = new Map(schedule.map((game) => [game.id, game]))
  return { ...rows, state, games, orderOf: announcedOrders(rows.batting) }
}

export interface WalkRange {
  /** First and last visited day, `YYYY-MM-DD`, both included. Earlier days are part of the state. */
  readonly from?: string
  readonly to?: string
  /** Whether an earlier season counts although one between it and the visited year is missing; default true. */
  readonly acrossGaps?: boolean
}

/** The earlier seasons of a year: up to three before it, as the product reads them. */
export function seasonsBefore(
  { earlier = [] }: Season,
  year: number,
  acrossGaps = true,
): readonly PastSeason[] {
  const years = new Set(earlier.map((past) => past.year))
  const isUnbroken = (from: number): boolean =>
    Array.from({ length: year - from }, (_, at) => from + at).every((each) => years.has(each))
  return earlier.filter(
    ({ year: then }) => then < year && then >= year - SEASONS_BACK && (acrossGaps || isUnbroken(then)),
  )
}

/**
 * Goes through a season day by day and visits the days of the range with the state of their morning. The
 * state gets a day after the visit, so both games of a doubleheader have the same state. A new year begins
 * with an empty state, like the game logs of the product, and with the earlier seasons that the product reads.
 */
export function walk(season: Season, range: WalkRange, visit: (day: WalkDay) => void): void {
  const { from = '', to = '9999-12-31', acrossGaps } = range
  const games = Map.groupBy(season.games, ({ date }) => date)
  const batting = Map.groupBy(season.batting, ({ date }) => date)
  const pitching = Map.groupBy(season.pitching, ({ date }) => date)
  let state = new SeasonState()
  let year = ''
  for (const date of [...games.keys()].toSorted()) {
    if (date > to) return
    if (date.slice(0, 4) !== year) {
      year = date.slice(0, 4)
      state = new SeasonState(seasonsBefore(season, Number(year), acrossGaps))
    }
    const rows = { date, batting: batting.get(date) ?? [], pitching: pitching.get(date) ?? [] }
    if (date >= from) visit(visitedDay(rows, state, games.get(date) ?? []))
    state.feed(rows)
  }
}
