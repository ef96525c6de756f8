import {
  decidedOver,
  type EvidenceWeights,
  type LineSource,
  type StatForecast,
} from '@propsight/shared/domain/engine'
import { noVigOver, PRODUCT_REMOVAL } from '@propsight/shared/domain/odds'
import { composeMarket } from '@propsight/shared/domain/prop'
import type { Season } from '../read/season.ts'
import { ENGINE, type Engine } from '../score/cases.ts'
import { type WalkDay, walk } from '../walk/walk.ts'
import type { JoinedGame, LeftOutCounter } from './join-prices.ts'
import type { EvidenceRow } from './learn-weights.ts'
import type { PricedGame } from './read-prices.ts'

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
