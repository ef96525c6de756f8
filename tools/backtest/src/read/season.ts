import {
  addTotals,
  type BatSide,
  type BatterGame,
  type BattingTotals,
  type GameOrders,
  NO_TOTALS,
  type PitcherGame,
  type PitcherSeason,
  type StaffCounts,
  type ThrowHand,
} from '@propsight/shared/domain/engine'

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

type OptionalCount = 'runs' | 'rbi' | 'hitByPitch' | 'stolenBases'

const countIn = (row: BattingRow, count: OptionalCount): number | null =>
  row[count] ?? (count === 'runs' ? (row.partOfRuns ?? null) : null)

/**
 * Sum of a count over rows. Rows that lack it have the rate of the other rows; null where all rows with a
 * plate appearance lack it.
 */
function sumOptional(rows: readonly BattingRow[], count: OptionalCount): number | null {
  let sum = 0
  let counted = 0
  let lacking = 0
  for (const row of rows) {
    const value = countIn(row, count)
    if (value === null) lacking += row.plateAppearances
    else {
      sum += value
      counted += row.plateAppearances
    }
  }
  if (lacking === 0) return sum
  return counted === 0 ? null : (sum * (counted + lacking)) / counted
}

/** Returns new totals with rows added; `games` counts each game once per club. */
export function addRows(totals: BattingTotals, rows: readonly BattingRow[]): BattingTotals {
  const sum = { ...NO_TOTALS }
  for (const row of rows) {
    sum.plateAppearances += row.plateAppearances
    sum.hits += row.hits
    sum.doubles += row.doubles
    sum.triples += row.triples
    sum.homeRuns += row.homeRuns
    sum.baseOnBalls += row.baseOnBalls
    sum.strikeOuts += row.strikeOuts
  }
  return addTotals(totals, {
    ...sum,
    games: new Set(rows.map((row) => `${row.gameId}|${row.home}`)).size,
    runs: sumOptional(rows, 'runs'),
    rbi: sumOptional(rows, 'rbi'),
    hitByPitch: sumOptional(rows, 'hitByPitch'),
    stolenBases: sumOptional(rows, 'stolenBases'),
  })
}

/** Adds rows to the totals of their groups. */
export function addByKey(
  totals: Map<string, BattingTotals>,
  rows: readonly BattingRow[],
  key: (row: BattingRow) => string,
): void {
  for (const [group, members] of Map.groupBy(rows, key))
    totals.set(group, addRows(totals.get(group) ?? NO_TOTALS, members))
}

/** Adds a pitcher's game to the pitcher's season. */
export const addPitching = (season: PitcherSeason | undefined, row: PitchingRow): PitcherSeason => ({
  games: (season?.games ?? 0) + 1,
  starts: (season?.starts ?? 0) + (row.started ? 1 : 0),
  battersFaced: (season?.battersFaced ?? 0) + row.battersFaced,
  outs: (season?.outs ?? 0) + row.outs,
  strikeOuts: (season?.strikeOuts ?? 0) + row.strikeOuts,
  baseOnBalls: (season?.baseOnBalls ?? 0) + row.baseOnBalls,
})

/** The batting against a club's pitchers as the stats service counts it. */
export const toStaffCounts = ({
  games,
  plateAppearances,
  hitByPitch,
  ...counts
}: BattingTotals): StaffCounts => ({
  ...counts,
  gamesPlayed: games,
  battersFaced: plateAppearances,
  hitBatsmen: hitByPitch,
})

const PLACES = 9

/** The starting batters of a club's lines in a game, first to ninth. */
function orderIn(rows: readonly BattingRow[]): string[] {
  const places = new Map(rows.flatMap((row) => (row.started && row.slot ? [[row.slot, row.playerId]] : [])))
  return Array.from({ length: PLACES }, (_, at) => places.get(at + 1)).filter((id) => id !== undefined)
}

/** The batting orders of finished games, in the order of the lines. */
export const ordersOf = (rows: readonly BattingRow[]): GameOrders<string>[] =>
  [...Map.groupBy(rows, ({ gameId }) => gameId)].map(([gameId, lines]) => {
    const home = lines.filter((row) => row.home)
    const away = lines.filter((row) => !row.home)
    return {
      gameId,
      homeClub: home[0]?.club ?? null,
      awayClub: away[0]?.club ?? null,
      home: orderIn(home),
      away: orderIn(away),
    }
  })

/**
 * Batting orders of the games of a day, as announced. Only the players and their places are read, not their results.
 * @returns the order of a club in a game; null if it is incomplete
 */
export function announcedOrders(
  rows: readonly BattingRow[],
): (gameId: string, home: boolean) => readonly string[] | null {
  const games = new Map(ordersOf(rows).map((game) => [game.gameId, game]))
  return (gameId, home) => {
    const game = games.get(gameId)
    const order = (home ? game?.home : game?.away) ?? []
    return order.length < PLACES ? null : order
  }
}
