import { findStatType } from '@propsight/shared/domain'
import type { ReadSeason } from '../read/read-season.ts'
import type { BattingRow, PitchingRow } from '../read/season.ts'
import type { PricedGame } from './read-prices.ts'

/** A priced game with the player's line of the season. */
export type JoinedGame = {
  readonly priced: PricedGame
  readonly stat: string
  /** Value of the stat; null if bets are void because the player did not start, or did not bat. */
  readonly actual: number | null
} & (
  | { readonly group: 'pitching'; readonly row: PitchingRow }
  | { readonly group: 'hitting'; readonly row: BattingRow }
)

/** Number of priced games that are left out, by stat and reason. */
export interface LeftOut {
  readonly stat: string
  readonly reason: string
  readonly n: number
}

/** Counts games that are left out. */
export class LeftOutCounter {
  readonly #counts = new Map<string, LeftOut>()

  add(stat: string, reason: string): void {
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

/** The single line of a player with the result, or the reason why there is none. */
function findGame<Row extends BattingRow | PitchingRow>(
  rows: readonly Row[],
  priced: PricedGame,
  isVoid: (row: Row) => boolean,
  value: (row: Row) => number | null,
): { readonly row: Row; readonly actual: number | null } | string {
  const row = findRow(rows, priced)
  if (typeof row === 'string') return row
  if (isVoid(row)) return { row, actual: null }
  const actual = value(row)
  return actual === null ? 'the season lacks a count of the stat' : { row, actual }
}

/**
 * The same game can be quoted as two events, after a postponement for example. The one that was quoted last
 * remains. A pick'em book can offer several lines of a player.
 */
function withoutRepeats(joined: readonly JoinedGame[], leftOut: LeftOutCounter): JoinedGame[] {
  const games = Map.groupBy(joined, ({ priced, stat, row }) => {
    const line = priced.source === 'pickem' ? priced.first.line : priced.source
    return [stat, line, row.gameId, row.playerId].join('|')
  })
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
    const type = findStatType(stat)
    if (type?.group === 'pitching') {
      const game = findGame(pitching.get(key) ?? [], priced, ({ started }) => !started, type.value)
      if (typeof game === 'string') leftOut.add(stat, game)
      else joined.push({ group: 'pitching', stat, priced, ...game })
    } else if (type?.group === 'hitting') {
      const didNotBat = ({ plateAppearances }: BattingRow) => plateAppearances === 0
      const game = findGame(batting.get(key) ?? [], priced, didNotBat, type.value)
      if (typeof game === 'string') leftOut.add(stat, game)
      else joined.push({ group: 'hitting', stat, priced, ...game })
    }
  }
  return withoutRepeats(joined, leftOut)
}
