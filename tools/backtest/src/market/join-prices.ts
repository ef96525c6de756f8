import type { ReadSeason } from '../read/read-season.ts'
import type { BattingRow, PitchingRow } from '../read/season.ts'
import type { PricedGame, PricedStat } from './read-prices.ts'

/** A priced game with the player's line of the season. */
export type JoinedGame = {
  readonly priced: PricedGame
  /** Value of the stat; null if bets are void because the player did not start, or did not bat. */
  readonly actual: number | null
} & (
  | { readonly stat: 'Pitcher Strikeouts'; readonly row: PitchingRow }
  | { readonly stat: 'Home Runs'; readonly row: BattingRow }
)

/** Number of priced games that are left out, by stat and reason. */
export interface LeftOut {
  readonly stat: PricedStat
  readonly reason: string
  readonly n: number
}

/** Counts games that are left out. */
export class LeftOutCounter {
  readonly #counts = new Map<string, LeftOut>()

  add(stat: PricedStat, reason: string): void {
    const key = `${stat}|${reason}`
    this.#counts.set(key, { stat, reason, n: (this.#counts.get(key)?.n ?? 0) + 1 })
  }

  list(): LeftOut[] {
    return [...this.#counts.values()].toSorted((a, b) => a.stat.localeCompare(b.stat) || b.n - a.n)
  }
}

const rowKey = (date: string, playerId: string): string => `${date}|${playerId}`

const byDayAndPlayer = <Row extends BattingRow | PitchingRow>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ date, playerId }) => rowKey(date, playerId))

/** The single line of a player on a day in a game of these clubs, or the reason why there is none. */
function findRow<Row extends BattingRow | PitchingRow>(
  rows: readonly Row[],
  { home, away }: PricedGame,
): Row | string {
  if (rows.length === 0) return 'no line of the player on that day'
  const sameClubs = rows.filter((row) =>
    row.home ? row.club === home && row.opponent === away : row.club === away && row.opponent === home,
  )
  const [row, ...more] = sameClubs
  if (!row) return 'the player was in a game of other clubs'
  return more.length > 0 ? 'two games of the player on that day' : row
}

/**
 * The same game can be quoted as two events, after a postponement for example. The one that was quoted last
 * remains.
 */
function withoutRepeats(joined: readonly JoinedGame[], leftOut: LeftOutCounter): JoinedGame[] {
  const games = Map.groupBy(joined, ({ stat, row }) => `${stat}|${row.gameId}|${row.playerId}`)
  return [...games.values()].flatMap((same) => {
    const [last, ...others] = same.toSorted((a, b) => b.priced.closeUtc.localeCompare(a.priced.closeUtc))
    for (const { stat } of others) leftOut.add(stat, 'an earlier quotation of the same game')
    return last ? [last] : []
  })
}

/**
 * Finds the season's line of every priced game: by date and player id, and through MLB's id where the price
 * file has no other.
 * @param leftOut counts the games without a line, by reason
 */
export function joinPrices(
  prices: readonly PricedGame[],
  { season, people }: Pick<ReadSeason, 'season' | 'people'>,
  leftOut: LeftOutCounter,
): JoinedGame[] {
  const batting = byDayAndPlayer(season.batting)
  const pitching = byDayAndPlayer(season.pitching)
  const idOf = new Map([...people].flatMap(([id, { mlbamId }]) => (mlbamId ? [[mlbamId, id] as const] : [])))
  const known = new Set([...people.keys()])
  const joined: JoinedGame[] = []
  for (const priced of prices) {
    const { stat, date } = priced
    const playerId = priced.playerId ?? idOf.get(priced.mlbamId ?? -1)
    if (playerId === undefined || !known.has(playerId)) {
      const named = priced.playerId ?? priced.mlbamId
      leftOut.add(stat, named === null ? `price file: ${priced.matched}` : 'player is not in the season')
      continue
    }
    const key = rowKey(date, playerId)
    if (stat === 'Pitcher Strikeouts') {
      const row = findRow(pitching.get(key) ?? [], priced)
      if (typeof row === 'string') leftOut.add(stat, row)
      else joined.push({ stat, priced, row, actual: row.started ? row.strikeOuts : null })
    } else {
      const row = findRow(batting.get(key) ?? [], priced)
      if (typeof row === 'string') leftOut.add(stat, row)
      else joined.push({ stat, priced, row, actual: row.plateAppearances > 0 ? row.homeRuns : null })
    }
  }
  return withoutRepeats(joined, leftOut)
}
