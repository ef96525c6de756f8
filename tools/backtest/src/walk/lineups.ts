import {
  announcedShares,
  type BattingTotals,
  guessShares,
  NO_PITCHER_BATS_FROM,
  type OpposingLineup,
  type OrderedBatter,
} from '@propsight/shared/domain/engine'
import type { BattingRow, ScheduledGame } from '../read/season.ts'
import type { EarlierSeasons } from './earlier-seasons.ts'
import { addByKey } from './totals.ts'

/** A complete batting order, first to ninth. */
export type AnnouncedOrder = readonly OrderedBatter<string>[]

const PLACES = 9

const gameKey = (gameId: string, home: boolean): string => `${gameId}|${home}`

/**
 * The starting batters of a game's lines in their order; null for an incomplete order.
 * @param isPitcher whether a starting batter is the pitcher. From 2022 on, a pitcher in the order is a
 *   designated hitter too, and counts as a batter.
 */
function orderIn(
  rows: readonly BattingRow[],
  isPitcher: (row: BattingRow) => boolean,
): AnnouncedOrder | null {
  const starters = rows.filter(({ started, slot }) => started && slot !== null)
  const places = new Map(starters.map((row) => [row.slot, row]))
  const order = Array.from({ length: PLACES }, (_, at) => places.get(at + 1)).filter(
    (row) => row !== undefined,
  )
  if (order.length < PLACES) return null
  return order.map((row) => ({
    id: row.playerId,
    pitcher: row.date < NO_PITCHER_BATS_FROM && isPitcher(row),
  }))
}

const byGame = (rows: readonly BattingRow[]) => Map.groupBy(rows, ({ gameId, home }) => gameKey(gameId, home))

/**
 * Batting orders of the games of a day. Only the players and their places are read, not their results: the
 * pitcher is the scheduled starter, because a batter may pitch at the end of a lost game.
 */
export function announcedOrders(
  rows: readonly BattingRow[],
  schedule: ReadonlyMap<string, ScheduledGame>,
): (gameId: string, home: boolean) => AnnouncedOrder | null {
  const games = byGame(rows)
  return (gameId, home) => {
    const game = schedule.get(gameId)
    const starter = home ? game?.homeStarter : game?.awayStarter
    return orderIn(games.get(gameKey(gameId, home)) ?? [], ({ playerId }) => playerId === starter?.id)
  }
}

/** Number of recent orders that are kept of a club; a guess uses fewer. */
const KEPT_ORDERS = 15

/** Records of all batters, and recent batting orders of all clubs, up to a morning. */
export class Lineups {
  readonly #batters = new Map<string, BattingTotals>()
  readonly #orders = new Map<string, readonly AnnouncedOrder[]>()
  /** Whether pitchers batted in the last game at a club's park. */
  readonly #pitchersBat = new Map<string, boolean>()
  readonly #earlier: EarlierSeasons | null

  constructor(earlier: EarlierSeasons | null) {
    this.#earlier = earlier
  }

  /** Adds the batting lines of finished games. */
  feed(rows: readonly BattingRow[]): void {
    addByKey(this.#batters, rows, ({ playerId }) => playerId)
    for (const lines of byGame(rows).values()) {
      const order = orderIn(lines, ({ pitched }) => pitched)
      const [line] = lines
      if (!order || !line) continue
      this.#orders.set(line.club, [...(this.#orders.get(line.club) ?? []), order].slice(-KEPT_ORDERS))
      this.#pitchersBat.set(
        line.home ? line.club : line.opponent,
        order.some(({ pitcher }) => pitcher),
      )
    }
  }

  #batter(id: string, share: number) {
    return {
      share,
      totals: this.#batters.get(id) ?? null,
      earlier: this.#earlier?.batting.get(id) ?? null,
    }
  }

  /** The engine's input for an announced order. */
  announced(order: AnnouncedOrder): OpposingLineup {
    const batters = announcedShares(order).map(({ id: { id, pitcher }, share }) => ({
      ...this.#batter(id, share),
      pitcher,
    }))
    return { announced: true, batters }
  }

  /**
   * The engine's input before the order is announced: a guess from the club's recent orders.
   * @returns null before the club's first game
   */
  guess(club: string, game: ScheduledGame): OpposingLineup | null {
    const orders = this.#orders.get(club)
    if (!orders) return null
    const guessed = guessShares(orders, this.#pitchersBat.get(game.home) ?? false)
    const batters = guessed.map(({ id, share, pitcher }) =>
      id === null ? { share, totals: null, pitcher } : this.#batter(id, share),
    )
    return { announced: false, batters }
  }
}
