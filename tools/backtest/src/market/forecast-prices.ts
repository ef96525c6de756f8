import { findStatType } from '@propsight/shared/domain'
import {
  decidedOver,
  type EvidenceWeights,
  type LineSource,
  type StatForecast,
} from '@propsight/shared/domain/engine'
import { noVigOver, PRODUCT_REMOVAL } from '@propsight/shared/domain/odds'
import { composeMarket } from '@propsight/shared/domain/prop'
import type { ReadSeason } from '../read/read-season.ts'
import type { BattingRow, PitchingRow, Season } from '../read/season.ts'
import { ENGINE, type Engine } from '../score/cases.ts'
import { type WalkDay, walk } from '../walk/walk.ts'
import type { EvidenceRow } from './learn-weights.ts'
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

/** The single line of a player on a day in a game of these clubs, if they are named, or the reason why there is none. */
function findRow<Row extends BattingRow | PitchingRow>(
  rows: readonly Row[],
  { home, away }: PricedGame,
): Row | string {
  if (rows.length === 0) return 'no line of the player on that day'
  const sameClubs = rows.filter(
    (row) =>
      home === '' ||
      (row.home ? row.club === home && row.opponent === away : row.club === away && row.opponent === home),
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

/** The two snapshots: each market is judged at the line of either. A pick'em line is judged once. */
export type Price = 'first' | 'close'

/** What judging needs of a priced game and the player's line. */
export interface JudgedGame extends Pick<JoinedGame, 'priced' | 'stat' | 'actual'> {
  readonly row: { readonly date: string }
  /** The player's own shrunk share of overs at the line; absent where it is not compared. */
  readonly ownRate?: number | undefined
}

/** A priced game with the engine's forecasts at the time of both snapshots. */
export interface ForecastGame<Joined extends JudgedGame = JudgedGame> {
  readonly joined: Joined
  /** Batting orders are not known yet. */
  readonly first: StatForecast
  /** Batting orders are announced. */
  readonly close: StatForecast
}

/** The engine's chance of the over, if the stat does not equal the line. */
export const engineChance = ({ distribution }: StatForecast, line: number): number =>
  decidedOver(distribution, line)

export interface ForecastOptions {
  readonly engine?: Engine
  readonly onDay?: (date: string) => void
}

/**
 * Forecasts every priced game from the games of earlier days only.
 * @param season with its earlier seasons, if these are to be used
 * @param leftOut counts the games for which the engine has no forecast, by its reason
 */
export function forecastPrices(
  season: Season,
  joined: readonly JoinedGame[],
  leftOut: LeftOutCounter,
  { engine = ENGINE, onDay }: ForecastOptions,
): ForecastGame<JoinedGame>[] {
  const byDate = Map.groupBy(joined, ({ row }) => row.date)
  const forecasts: ForecastGame<JoinedGame>[] = []
  walk(season, {}, (today) => {
    const games = byDate.get(today.date)
    if (!games) return
    for (const game of games) {
      const made = forecastGame(today, game, engine)
      if (typeof made === 'string') leftOut.add(game.stat, `engine: ${made}`)
      else forecasts.push(made)
    }
    onDay?.(today.date)
  })
  return forecasts
}

function forecastGame(
  { state, games, orderOf }: WalkDay,
  joined: JoinedGame,
  engine: Engine,
): ForecastGame<JoinedGame> | string {
  const { stat } = joined
  const game = games.get(joined.row.gameId)
  if (!game) return 'no game'
  if (joined.group === 'pitching') {
    const { row } = joined
    const before = onlyForecast(engine.forecastPitcher(state.pitcher(game, row.home, row.playerId), [stat]))
    if (typeof before === 'string') return before
    const order = orderOf(row.gameId, !row.home)
    if (!order) return { joined, first: before, close: before }
    const announced = state.pitcher(game, row.home, row.playerId, order)
    const close = onlyForecast(engine.forecastPitcher(announced, [stat]))
    return typeof close === 'string' ? close : { joined, first: before, close }
  }
  const { row } = joined
  const input = state.batter(game, row.home, row.playerId, null)
  const first = onlyForecast(engine.forecastBatter(input, [stat]))
  if (typeof first === 'string') return first
  const slot = row.started ? row.slot : null
  const close = slot === null ? first : onlyForecast(engine.forecastBatter({ ...input, slot }, [stat]))
  return typeof close === 'string' ? close : { joined, first, close }
}

/** The forecast of the only requested stat, or the reason why there is none. */
const onlyForecast = (result: ReturnType<Engine['forecastPitcher']>): StatForecast | string =>
  result.ok ? (result.value[0] ?? 'no forecast') : result.reason

/** The snapshots at which a priced game is judged. */
export const snapshotsOf = ({ only }: Pick<PricedGame, 'only'>): readonly Price[] =>
  only === undefined ? ['first', 'close'] : [only]

/** The lines of all snapshots, which teach how much a line and its price are evidence. */
export const evidenceRows = (games: readonly ForecastGame[]): EvidenceRow[] =>
  games.flatMap(({ joined, ...forecasts }) => {
    const { actual, priced, row, stat } = joined
    const snapshots: readonly Price[] = priced.source === 'pickem' ? ['first'] : snapshotsOf(priced)
    return snapshots.flatMap((price): EvidenceRow[] => {
      const { line, quotes } = priced[price]
      if (actual === null || actual === line) return []
      const forecast = forecasts[price]
      return [
        {
          stat,
          source: priced.source,
          date: row.date,
          over: actual > line ? 1 : 0,
          market: noVigOver(quotes, line, PRODUCT_REMOVAL),
          engine: engineChance(forecast, line),
          low: decidedOver(forecast.low, line),
          high: decidedOver(forecast.high, line),
        },
      ]
    })
  })

/**
 * The forecast that the product displays of a market with this standard line.
 * @param price chance of the over without margin; null if the price is not known
 */
export function shownMarket(
  forecast: StatForecast,
  line: number,
  price: number | null,
  lineSource: LineSource,
  weights: EvidenceWeights,
): ReturnType<typeof composeMarket> {
  const prices = price === null ? [] : [{ line, over: price, books: 1, minutes: null }]
  return composeMarket(forecast, { prices, standardLine: line, lineSource, offered: [] }, weights)
}
