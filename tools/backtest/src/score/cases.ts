import {
  type BatterInput,
  forecastBatter,
  forecastPitcher,
  lineOdds,
  type PitcherGame,
} from '@propsight/shared/domain/engine'
import type { BattingRow, PitchingRow, Season } from '../read/season.ts'
import { type WalkDay, walk } from '../walk/walk.ts'
import { MARKETS, oversOf, PITCHER_STATS, pitcherValuesOf } from './markets.ts'

/** Weight of the base rate in games, and number of recent starts. */
const SHRINK_GAMES = 60
const RECENT = 10

/** Share of overs of all starters so far, by market. It starts with one over in two games. */
export class BaseRate {
  #rows = 2
  readonly #overs = MARKETS.map(() => 1)

  add(overs: readonly number[]): void {
    this.#rows += 1
    for (const [market, over] of overs.entries()) this.#overs[market] = (this.#overs[market] ?? 0) + over
  }

  rates(): number[] {
    return this.#overs.map((overs) => overs / this.#rows)
  }
}

/**
 * Share of overs in the last ten starts, by market.
 * @param starts overs (0 or 1) by market of each earlier start, oldest first; at least one
 */
export function lastTenRates(starts: readonly (readonly number[])[]): number[] {
  const recent = starts.slice(-RECENT)
  return sumsOf(recent).map((overs) => overs / recent.length)
}

/**
 * Share of overs in all starts, shrunk toward the base rate: (overs + 60 · base) / (starts + 60), by market.
 */
export const shrunkRates = (starts: readonly (readonly number[])[], base: readonly number[]): number[] =>
  sumsOf(starts).map(
    (overs, market) => (overs + SHRINK_GAMES * (base[market] ?? 0)) / (starts.length + SHRINK_GAMES),
  )

const sumsOf = (starts: readonly (readonly number[])[]): number[] =>
  MARKETS.map((_, market) => starts.reduce((sum, overs) => sum + (overs[market] ?? 0), 0))

/** Minimum number of earlier starts of a judged batter. */
const BATTER_STARTS = 10

/** The stats that the engine forecasts: each once, also if several markets use it. */
const STATS = [...new Set(MARKETS.map(({ stat }) => stat))]
const STAT_OF_MARKET = MARKETS.map(({ stat }) => STATS.indexOf(stat))

/** The judged engine, or a replacement in tests. */
export interface Engine {
  readonly forecastBatter: typeof forecastBatter
  readonly forecastPitcher: typeof forecastPitcher
}

export const ENGINE: Engine = { forecastBatter, forecastPitcher }

/**
 * One judged game of a batter: outcomes (`over`, 0 or 1) and probabilities of over, in the order of
 * `MARKETS`.
 */
export interface BatterCase {
  readonly date: string
  readonly gameId: string
  readonly playerId: string
  readonly over: readonly number[]
  readonly base: readonly number[]
  readonly lastTen: readonly number[]
  readonly season: readonly number[]
  readonly known: readonly number[]
  readonly unknown: readonly number[]
}

/** One judged start of a pitcher: actual and expected values, in the order of `PITCHER_STATS`. */
export interface PitcherCase {
  readonly date: string
  readonly gameId: string
  readonly playerId: string
  /** Number of earlier starts. */
  readonly starts: number
  readonly actual: readonly number[]
  readonly season: readonly number[]
  readonly engine: readonly number[]
}

export interface Cases {
  readonly batters: readonly BatterCase[]
  readonly pitchers: readonly PitcherCase[]
  /** Forecasts that the engine refused; the base rate or the season mean replaces them. */
  readonly refused: number
}

export interface CaseOptions {
  /** First and last day judged, both included. */
  readonly from?: string
  readonly to?: string
  readonly engine?: Engine
  /** The share of one of several workers: every `of`th day, beginning with number `part`. */
  readonly share?: { readonly part: number; readonly of: number }
  readonly onDay?: (date: string) => void
}

/**
 * Collects forecasts and outcomes of all judged games: batters in the starting lineup who do not pitch and
 * have ten earlier starts, and announced starting pitchers with an earlier start.
 */
export function collectCases(season: Season, options: CaseOptions): Cases {
  const { from = '', to, engine = ENGINE, share = { part: 0, of: 1 }, onDay } = options
  const base = new BaseRate()
  const batters: BatterCase[] = []
  const pitchers: PitcherCase[] = []
  let refused = 0
  let day = 0
  const countRefusal = <T>(instead: T): T => {
    refused += 1
    return instead
  }
  walk(season, to === undefined ? {} : { to }, (today) => {
    const judged = today.batting.filter((row) => row.started && !row.pitched)
    const inRange = today.date >= from
    const inShare = inRange && day % share.of === share.part
    if (inRange) day += 1
    if (inShare) {
      const rates = base.rates()
      for (const row of judged) {
        const made = batterCase(today, row, rates, engine, countRefusal)
        if (made) batters.push(made)
      }
      for (const row of today.pitching) {
        const made = pitcherCase(today, row, engine, countRefusal)
        if (made) pitchers.push(made)
      }
      onDay?.(today.date)
    }
    for (const row of judged) base.add(oversOf(row))
  })
  return { batters, pitchers, refused }
}

type CountRefusal = <T>(instead: T) => T

function batterCase(
  { date, state, games }: WalkDay,
  row: BattingRow,
  base: readonly number[],
  engine: Engine,
  countRefusal: CountRefusal,
): BatterCase | null {
  const game = games.get(row.gameId)
  const starts = state.batterGames(row.playerId).filter((each) => each.started)
  if (!game || starts.length < BATTER_STARTS) return null
  const chances = (input: BatterInput): readonly number[] => {
    const forecast = engine.forecastBatter(input, STATS)
    if (!forecast.ok) return countRefusal(base)
    return MARKETS.map(({ line }, market) => {
      const distribution = forecast.value[STAT_OF_MARKET[market] ?? 0]?.distribution
      const over = distribution && lineOdds(distribution, line).over
      // A probability that is not finite counts as a refusal.
      return Number.isFinite(over) && over !== undefined ? over : countRefusal(base[market] ?? 0)
    })
  }
  const known = state.batter(game, row.home, row.playerId, row.slot)
  const overs = starts.map(oversOf)
  return {
    date,
    gameId: row.gameId,
    playerId: row.playerId,
    over: oversOf(row),
    base,
    lastTen: lastTenRates(overs),
    season: shrunkRates(overs, base),
    known: chances(known),
    unknown: chances({ ...known, slot: null }),
  }
}

/**
 * The case of a starting pitcher; null for unannounced starters, who cannot be forecast, and for first
 * starts.
 */
function pitcherCase(
  { date, state, games }: WalkDay,
  row: PitchingRow,
  engine: Engine,
  countRefusal: CountRefusal,
): PitcherCase | null {
  const game = games.get(row.gameId)
  const scheduled = row.home ? game?.homeStarter : game?.awayStarter
  if (!game || !row.started || scheduled?.id !== row.playerId) return null
  const starts = state.pitcherGames(row.playerId).filter((each) => each.started)
  if (starts.length === 0) return null
  const season = seasonMeans(starts)
  const forecast = engine.forecastPitcher(state.pitcher(game, row.home, row.playerId), PITCHER_STATS)
  return {
    date,
    gameId: row.gameId,
    playerId: row.playerId,
    starts: starts.length,
    actual: pitcherValuesOf(row),
    season,
    engine: forecast.ok
      ? PITCHER_STATS.map((_, stat) => {
          const mean = forecast.value[stat]?.mean
          return Number.isFinite(mean) && mean !== undefined ? mean : countRefusal(season[stat] ?? 0)
        })
      : countRefusal(season),
  }
}

const seasonMeans = (starts: readonly PitcherGame[]): number[] => {
  const values = starts.map(pitcherValuesOf)
  return PITCHER_STATS.map(
    (_, stat) => values.reduce((sum, each) => sum + (each[stat] ?? 0), 0) / values.length,
  )
}
