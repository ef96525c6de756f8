import {
  type BatterInput,
  forecastBatter,
  forecastPitcher,
  lineOdds,
  type PitcherGame,
} from '@propsight/shared/domain/engine'
import type { BattingRow, PitchingRow, Season } from '../read/season.ts'
import { type WalkDay, walk } from '../walk/walk.ts'
import { BaseRate, lastTenRates, shrunkRates } from './baselines.ts'
import { MARKETS, oversOf, PITCHER_STATS, pitcherValuesOf } from './markets.ts'

/** Earlier starts that a batter needs to be judged. */
const BATTER_STARTS = 10

/** What the engine is asked for: each stat once, however many lines there are about it. */
const STATS = [...new Set(MARKETS.map(({ stat }) => stat))]
const STAT_OF_MARKET = MARKETS.map(({ stat }) => STATS.indexOf(stat))

/** What is judged: the engine, or a stand-in. */
export interface Engine {
  readonly forecastBatter: typeof forecastBatter
  readonly forecastPitcher: typeof forecastPitcher
}

export const ENGINE: Engine = { forecastBatter, forecastPitcher }

/** One judged game of a batter: outcome (0 or 1) and chances of going over, market by market. */
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

/** One judged start of a pitcher: what came, and the expected values, stat by stat. */
export interface PitcherCase {
  readonly date: string
  readonly gameId: string
  readonly playerId: string
  /** Starts of earlier days. */
  readonly starts: number
  readonly actual: readonly number[]
  readonly season: readonly number[]
  readonly engine: readonly number[]
}

export interface Cases {
  readonly batters: readonly BatterCase[]
  readonly pitchers: readonly PitcherCase[]
  /** Forecasts that the engine refused; the base rate, or the season's mean, stands in for them. */
  readonly refused: number
}

export interface CaseOptions {
  /** First and last day judged, both included. */
  readonly from?: string
  readonly to?: string
  readonly engine?: Engine
  /** Which days are judged here, where several share the work: every `of`th, beginning with `part`. */
  readonly share?: { readonly part: number; readonly of: number }
  readonly onDay?: (date: string) => void
}

/** Forecasts and outcomes of every judged game: batters who start, do not pitch and have ten earlier starts, and starters. */
export function collectCases(season: Season, options: CaseOptions): Cases {
  const { from = '', to, engine = ENGINE, share = { part: 0, of: 1 }, onDay } = options
  const base = new BaseRate()
  const batters: BatterCase[] = []
  const pitchers: PitcherCase[] = []
  let refused = 0
  let day = 0
  const refuse = <T>(instead: T): T => {
    refused += 1
    return instead
  }
  walk(season, to === undefined ? {} : { to }, (today) => {
    const judged = today.batting.filter((row) => row.started && !row.pitched)
    if (today.date >= from && day++ % share.of === share.part) {
      const rates = base.rates()
      for (const row of judged) {
        const made = batterCase(today, row, rates, engine, refuse)
        if (made) batters.push(made)
      }
      for (const row of today.pitching) {
        const made = pitcherCase(today, row, engine, refuse)
        if (made) pitchers.push(made)
      }
      onDay?.(today.date)
    }
    for (const row of judged) base.add(oversOf(row))
  })
  return { batters, pitchers, refused }
}

type Refuse = <T>(instead: T) => T

function batterCase(
  { date, state, games }: WalkDay,
  row: BattingRow,
  base: readonly number[],
  engine: Engine,
  refuse: Refuse,
): BatterCase | null {
  const game = games.get(row.gameId)
  const starts = state.batterGames(row.playerId).filter((each) => each.started)
  if (!game || starts.length < BATTER_STARTS) return null
  const chances = (input: BatterInput): readonly number[] => {
    const forecast = engine.forecastBatter(input, STATS)
    if (!forecast.ok) return refuse(base)
    return MARKETS.map(({ line }, market) => {
      const distribution = forecast.value[STAT_OF_MARKET[market] ?? 0]?.distribution
      const over = distribution && lineOdds(distribution, line).over
      // What is no number is no forecast.
      return Number.isFinite(over) && over !== undefined ? over : refuse(base[market] ?? 0)
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

/** Only a starter whom the schedule had announced could be forecast. */
function pitcherCase(
  { date, state, games }: WalkDay,
  row: PitchingRow,
  engine: Engine,
  refuse: Refuse,
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
          return Number.isFinite(mean) && mean !== undefined ? mean : refuse(season[stat] ?? 0)
        })
      : refuse(season),
  }
}

const seasonMeans = (starts: readonly PitcherGame[]): number[] => {
  const values = starts.map(pitcherValuesOf)
  return PITCHER_STATS.map(
    (_, stat) => values.reduce((sum, each) => sum + (each[stat] ?? 0), 0) / values.length,
  )
}
