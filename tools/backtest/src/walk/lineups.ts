import type { GameOrders } from '@propsight/shared/domain/engine'
import type { BattingRow } from '../read/season.ts'

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
