import {
  type BatterInput,
  forecastBatter,
  forecastPitcher,
  lineOdds,
  type PitcherGame,
} from '@propsight/shared/domain/engine'
import type { BattingRow, PitchingRow, Season } from '../read/season.ts'
import { type WalkDay, walk } from '../walk/walk.ts'
import { insideInterval } from './figures.ts'
import {
  INTERVAL_STATS,
  intervalValuesOf,
  MARKETS,
  marketsWithoutCounts,
  oversOf,
  PITCHER_STATS,
  pitcherValuesOf,
} from './markets.ts'

/** Weight of the base rate in games, and number of recent starts. */
const SHRINK_GAMES = 60
const RECENT = 10

/** Share of overs of all judged games so far, by market. It starts with one over in two games. */
export class BaseRate {
  readonly #markets: { rows: number; overs: number }[]

  constructor(markets: number = MARKETS.length) {
    this.#markets = Array.from({ length: markets }, () => ({ rows: 2, overs: 1 }))
  }

  /** Adds a game; an outcome of NaN is unknown and does not count. */
  add(overs: readonly number[]): void {
    for (const [at, market] of this.#markets.entries()) {
      const over = overs[at] ?? Number.NaN
      if (Number.isNaN(over)) continue
      market.rows += 1
      market.overs += over
    }
  }

  rates(): number[] {
    return this.#markets.map(({ rows, overs }) => overs / rows)
  }
}

/**
 * Share of overs in the last ten starts, by market; NaN for a market whose outcomes are unknown.
 * @param starts overs (0 or 1) by market of each earlier start, oldest first; at least one
 */
export function lastTenRates(starts: readonly (readonly number[])[]): number[] {
  return knownOvers(starts.slice(-RECENT)).map(({ overs, rows }) => overs / rows)
}

/**
 * Share of overs in all starts, shrunk toward the base rate: (overs + 60 · base) / (starts + 60), by market.
 * @param games the strength of the base rate, instead of 60
 */
export const shrunkRates = (
  starts: readonly (readonly number[])[],
  base: readonly number[],
  games: number = SHRINK_GAMES,
): number[] =>
  knownOvers(starts).map(({ overs, rows }, market) => (overs + games * (base[market] ?? 0)) / (rows + games))

/** Number of starts with a known outcome, and of overs in them, by market. */
const knownOvers = (starts: readonly (readonly number[])[]) =>
  (starts[0] ?? []).map((_, market) => {
    const outcomes = starts.map((overs) => overs[market] ?? Number.NaN).filter((over) => !Number.isNaN(over))
    return { rows: outcomes.length, overs: outcomes.reduce((sum, over) => sum + over, 0) }
  })

/** Minimum number of earlier starts of a judged batter. */
const BATTER_STARTS = 10

/** The stats that the engine forecasts: each once, also if several markets use it. */
const statsOf = (leftOut: ReadonlySet<string>): string[] => [
  ...new Set(MARKETS.filter(({ name }) => !leftOut.has(name)).map(({ stat }) => stat)),
]

/** The judged engine, or a replacement in tests. */
export interface Engine {
  readonly forecastBatter: typeof forecastBatter
  readonly forecastPitcher: typeof forecastPitcher
}

export const ENGINE: Engine = { forecastBatter, forecastPitcher }

/** Ends of the 80% interval of a chance. */
export interface Band {
  readonly low: number
  readonly high: number
}

/**
 * One judged game of a batter: outcomes (`over`, 0 or 1) and probabilities of over, in the order of
 * `MARKETS`. NaN is an unknown outcome, or a forecast of a market that is left out.
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
  /** Ends of the 80% interval of `known`. */
  readonly knownBand: readonly Band[]
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
  /** Forecast with the batting order of the opponent announced. */
  readonly engine: readonly number[]
  /** Forecast before the announcement. */
  readonly unknown: readonly number[]
  /** Part of the outcome inside the 80% interval (`insideInterval`), in the order of `INTERVAL_STATS`. */
  readonly inside: readonly number[]
}

export interface Cases {
  readonly batters: readonly BatterCase[]
  readonly pitchers: readonly PitcherCase[]
  /** Forecasts that the engine refused; the base rate or the season mean replaces them. */
  readonly refused: number
  /** Names of the markets that are left out, because the season lacks a count that they need. */
  readonly leftOut: readonly string[]
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
  const leftOut = marketsWithoutCounts(season.batting)
  const stats = statsOf(new Set(leftOut))
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
        const made = batterCase(today, row, rates, { engine, stats, countRefusal })
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
  return { batters, pitchers, refused, leftOut }
}

type CountRefusal = <T>(instead: T) => T

interface Judge {
  readonly engine: Engine
  /** The stats that the season has counts for. */
  readonly stats: readonly string[]
  readonly countRefusal: CountRefusal
}

function batterCase(
  { date, state, games }: WalkDay,
  row: BattingRow,
  base: readonly number[],
  { engine, stats, countRefusal }: Judge,
): BatterCase | null {
  const game = games.get(row.gameId)
  const starts = state.batterGames(row.playerId).filter((each) => each.started)
  if (!game || starts.length < BATTER_STARTS) return null
  const chances = (input: BatterInput): { over: readonly number[]; band: readonly Band[] } => {
    const forecast = engine.forecastBatter(input, stats)
    if (!forecast.ok)
      return { over: countRefusal(base), band: base.map((rate) => ({ low: rate, high: rate })) }
    const made = MARKETS.map(({ stat, line }) => {
      const found = forecast.value[stats.indexOf(stat)]
      return found && [found.distribution, found.low, found.high].map((each) => lineOdds(each, line).over)
    })
    return {
      over: made.map((ends, market) => {
        if (!ends) return Number.NaN
        const [over = Number.NaN] = ends
        // A probability that is not finite counts as a refusal.
        return Number.isFinite(over) ? over : countRefusal(base[market] ?? 0)
      }),
      band: made.map((ends) => ({ low: ends?.[1] ?? Number.NaN, high: ends?.[2] ?? Number.NaN })),
    }
  }
  const known = state.batter(game, row.home, row.playerId, row.slot)
  const forecast = chances(known)
  const overs = starts.map(oversOf)
  return {
    date,
    gameId: row.gameId,
    playerId: row.playerId,
    over: oversOf(row),
    base,
    lastTen: lastTenRates(overs),
    season: shrunkRates(overs, base),
    known: forecast.over,
    knownBand: forecast.band,
    unknown: chances({ ...known, slot: null }).over,
  }
}

/**
 * The case of a starting pitcher; null for unannounced starters, who cannot be forecast, and for first
 * starts.
 */
function pitcherCase(
  { date, state, games, orderOf }: WalkDay,
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
  const lacking = intervalValuesOf(row).map(Number.isNaN)
  const stats = INTERVAL_STATS.filter((_, at) => at < PITCHER_STATS.length || !lacking[at])
  const order = orderOf(row.gameId, !row.home)
  const known = engine.forecastPitcher(state.pitcher(game, row.home, row.playerId, order), stats)
  const unknown = order
    ? engine.forecastPitcher(state.pitcher(game, row.home, row.playerId), PITCHER_STATS)
    : known
  // A refusal is counted once per start.
  const means = (forecast: typeof known, count: CountRefusal): readonly number[] =>
    forecast.ok
      ? PITCHER_STATS.map((_, stat) => {
          const mean = forecast.value[stat]?.mean
          return Number.isFinite(mean) && mean !== undefined ? mean : count(season[stat] ?? 0)
        })
      : count(season)
  return {
    date,
    gameId: row.gameId,
    playerId: row.playerId,
    starts: starts.length,
    actual: pitcherValuesOf(row),
    season,
    engine: means(known, countRefusal),
    unknown: means(unknown, (instead) => instead),
    inside: INTERVAL_STATS.map((stat, at) => {
      const forecast = known.ok ? known.value.find((each) => each.stat === stat) : undefined
      return forecast
        ? insideInterval(forecast.distribution, intervalValuesOf(row)[at] ?? Number.NaN)
        : Number.NaN
    }),
  }
}

const seasonMeans = (starts: readonly PitcherGame[]): number[] => {
  const values = starts.map(pitcherValuesOf)
  return PITCHER_STATS.map(
    (_, stat) => values.reduce((sum, each) => sum + (each[stat] ?? 0), 0) / values.length,
  )
}
