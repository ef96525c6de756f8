import type { BetweenPlayers } from '@propsight/shared/domain'
import {
  type CalibrationMap,
  chanceAtLeast,
  decidedOver,
  logit,
  normalQuantile,
  type StatForecast,
} from '@propsight/shared/domain/engine'
import { fitGeneralisedLinear, type Observation } from '../fit/generalised-linear.ts'
import {
  type Band,
  BaseRate,
  type BatterCase,
  type Cases,
  lastTenRates,
  shrunkRates,
} from '../score/cases.ts'
import { insideInterval, mean } from '../score/figures.ts'
import type { IntervalCoverage } from '../score/score.ts'
import {
  type AnySport,
  type JudgedLine,
  type PlayerGame,
  type SportGame,
  type SportLine,
  walkSport,
} from './sport.ts'

type Visited = PlayerGame<SportLine, SportGame, unknown, unknown>

/** The judged lines in the order of the table. */
export const judgedLines = ({ stats, fixedLines }: AnySport): JudgedLine[] => [
  ...stats.map((stat) => ({ name: `${stat} own`, stat, line: null })),
  ...Object.entries(fixedLines).flatMap(([stat, lines]) =>
    lines.map((line) => ({ name: `${stat} ${line}`, stat, line })),
  ),
]
/** Values of a game in the order of the stats; NaN for an unknown one. */
const valuesOf = ({ stats, value }: AnySport, line: SportLine): number[] =>
  stats.map((stat) => value(stat, line) ?? Number.NaN)

/** The judged lines with the places of their stats among all. */
type Lines = readonly (JudgedLine & { readonly at: number })[]

/** The lines of a player: the own ones follow from the values of the season. */
const linesOf = (judged: Lines, values: readonly (readonly number[])[]): number[] =>
  judged.map(({ at, line }) => {
    if (line !== null) return line
    const known = values.map((each) => each[at] ?? Number.NaN).filter((value) => !Number.isNaN(value))
    return known.length === 0 ? 0.5 : Math.max(0, Math.floor(mean(known))) + 0.5
  })

const oversOf = (judged: Lines, values: readonly number[], lines: readonly number[]): number[] =>
  judged.map(({ at }, place) => {
    const value = values[at] ?? Number.NaN
    if (Number.isNaN(value)) return Number.NaN
    return value > (lines[place] ?? 0) ? 1 : 0
  })

const chancesOf = (
  judged: Lines,
  forecasts: readonly StatForecast[],
  lines: readonly number[],
  of: keyof Band | 'distribution',
) =>
  judged.map(({ at }, place) => {
    const forecast = forecasts[at]
    return forecast ? decidedOver(forecast[of], lines[place] ?? 0) : Number.NaN
  })

/** The judged games of a backtest, and the parts of outcomes inside the 80% intervals. */
export interface SportCases {
  readonly cases: Cases
  readonly intervals: readonly IntervalCoverage[]
}

/** Values of the games of a player's season so far. */
export class SeasonValues {
  readonly #sport: AnySport
  readonly #games = new Map<string, number[][]>()
  readonly #waiting: (() => void)[] = []
  #date = ''

  constructor(sport: AnySport) {
    this.#sport = sport
  }

  /** The values of earlier days of the season. */
  before({ game, line }: Pick<Visited, 'game' | 'line'>): readonly (readonly number[])[] {
    if (game.date !== this.#date) {
      for (const add of this.#waiting.splice(0)) add()
      this.#date = game.date
    }
    return this.#games.get(`${line.playerId}|${game.season}`) ?? []
  }

  /** The values of one stat. */
  of(stat: string, values: readonly (readonly number[])[]): number[] {
    const at = this.#sport.stats.indexOf(stat)
    return values.map((each) => each[at] ?? Number.NaN)
  }

  /** Adds a game, which counts from the next day on. */
  add({ game, line }: Pick<Visited, 'game' | 'line'>): void {
    const values = valuesOf(this.#sport, line)
    const key = `${line.playerId}|${game.season}`
    this.afterDay(() => this.#games.set(key, [...(this.#games.get(key) ?? []), values]))
  }

  /** Runs a function before the first game of the next day. */
  afterDay(run: () => void): void {
    this.#waiting.push(run)
  }
}

/**
 * Forecasts every game of the judged days of players with enough earlier games of the season, with and without the
 * reports of who is out.
 */
export function collectSportCases(
  sport: AnySport,
  games: readonly SportGame[],
  days: { readonly from?: string | undefined; readonly to?: string | undefined },
  onDay: (date: string) => void,
): SportCases {
  const { stats, judged, constants } = sport
  const lines: Lines = judgedLines(sport).map((line) => ({ ...line, at: stats.indexOf(line.stat) }))
  const base = new BaseRate(lines.length)
  const season = new SeasonValues(sport)
  const batters: BatterCase[] = []
  const inside = stats.map((): number[] => [])
  let date = ''
  let refused = 0
  const judge = (each: Visited, earlier: readonly (readonly number[])[], rates: readonly number[]) => {
    if (each.game.date !== date) onDay(each.game.date)
    date = each.game.date
    const known = sport.forecast(each.outlook('known'), stats, constants)
    const unknown = sport.forecast(each.outlook('unknown'), stats, constants)
    if (!known.ok || !unknown.ok) {
      refused += 1
      return
    }
    const values = valuesOf(sport, each.line)
    const own = linesOf(lines, earlier)
    const overs = earlier.map((game) => oversOf(lines, game, own))
    const [low, high] = (['low', 'high'] as const).map((end) => chancesOf(lines, known.value, own, end))
    batters.push({
      date: each.game.date,
      gameId: each.game.id,
      playerId: each.line.playerId,
      over: oversOf(lines, values, own),
      base: rates,
      lastTen: lastTenRates(overs),
      season: shrunkRates(overs, rates, judged.shrink),
      known: chancesOf(lines, known.value, own, 'distribution'),
      knownBand: lines.map((_, at) => ({ low: low?.[at] ?? Number.NaN, high: high?.[at] ?? Number.NaN })),
      unknown: chancesOf(lines, unknown.value, own, 'distribution'),
    })
    for (const [at, parts] of inside.entries()) {
      const forecast = known.value[at]
      const value = values[at] ?? Number.NaN
      if (forecast && !Number.isNaN(value)) parts.push(insideInterval(forecast.distribution, value))
    }
  }
  walkSport(
    sport,
    games,
    constants,
    (each) => {
      const earlier = season.before(each)
      season.add(each)
      if (earlier.length < judged.least || !sport.offered(each.outlook('unknown'))) return
      if (each.game.date >= (days.from ?? '')) judge(each, earlier, base.rates())
      season.afterDay(() => base.add(oversOf(lines, valuesOf(sport, each.line), linesOf(lines, earlier))))
    },
    { to: days.to },
  )
  return {
    cases: { batters, pitchers: [], refused, leftOut: [] },
    intervals: stats.map((stat, at) => ({
      stat,
      n: inside[at]?.length ?? 0,
      coverage: mean(inside[at] ?? []),
    })),
  }
}

/** Every so many games count for the maps of chances and the correlations. */
const THINNED = 4

/** A sampled forecast with its outcome. */
export interface Sampled {
  readonly gameId: string
  readonly club: string
  readonly forecasts: readonly StatForecast[]
  readonly values: readonly (number | null)[]
}

/** Forecasts of every few games after the first season, every other one without the reports of who is out. */
export function sampleForecasts(
  sport: Pick<AnySport, 'league' | 'forecast' | 'stats' | 'value' | 'offered'>,
  games: readonly SportGame[],
  constants: object,
  thinned = THINNED,
): Sampled[] {
  const known = games.filter(({ season }) => season !== games[0]?.season)
  const chosen = new Set(known.filter((_, at) => at % thinned === 0).map(({ id }) => id))
  const sampled: Sampled[] = []
  walkSport(sport, games, constants, ({ game, line, outlook }) => {
    if (!chosen.has(game.id)) return
    const before = outlook(sampled.length % 2 === 0 ? 'known' : 'unknown')
    if (!sport.offered(before)) return
    const made = sport.forecast(before, sport.stats, constants)
    if (!made.ok) return
    const values = sport.stats.map((stat) => sport.value(stat, line))
    sampled.push({ gameId: game.id, club: line.club, forecasts: made.value, values })
  })
  return sampled
}

/** Chances outside of these say little about the slope of their log-odds. */
const JUDGED = { least: 0.02, most: 0.98 } as const

/** One slope and one shift of the log-odds of each market, by the chances of all values that are neither rare nor common. */
export function fitCalibration(
  stats: readonly string[],
  sampled: readonly Sampled[],
): Record<string, CalibrationMap> {
  const fitted = stats.map((stat, at) => {
    const rows: Observation[] = []
    for (const { forecasts, values } of sampled) {
      const distribution = forecasts[at]?.distribution
      const value = values[at] ?? null
      if (!distribution || value === null) continue
      for (
        let reached = distribution.least + 1;
        reached < distribution.least + distribution.atLeast.length;
        reached++
      ) {
        const chance = chanceAtLeast(distribution, reached)
        if (chance < JUDGED.least || chance > JUDGED.most) continue
        rows.push({ factors: [1, logit(chance)], outcome: value >= reached ? 1 : 0, offset: 0 })
      }
    }
    const [shift = 0, slope = 1] = fitGeneralisedLinear('binomial', rows, [
      { toward: 0, by: 0 },
      { toward: 1, by: 0 },
    ])
    return [stat, { slope, shifts: [shift] }] as const
  })
  return Object.fromEntries(fitted)
}

/** The outcome as a standard normal variable: the quantile of the middle of its chance. */
function normalScore({ distribution }: StatForecast, value: number): number {
  const middle = (chanceAtLeast(distribution, value) + chanceAtLeast(distribution, value + 1)) / 2
  return normalQuantile(Math.min(0.999, Math.max(0.001, 1 - middle)))
}

/**
 * Correlations of the outcomes of two players of a game beyond their forecasts. A player without a value of a market does
 * not count in it.
 * @param independent pairs of independent players that are mixed in each cell, where some have few pairs
 */
export function fitBetween(
  stats: readonly string[],
  sampled: readonly Sampled[],
  independent = 0,
): BetweenPlayers {
  const table = () => stats.map(() => stats.map(() => ({ products: 0, squares: independent })))
  const tables = { teamMates: table(), opponents: table() }
  const scored = sampled.map(({ forecasts, values, ...where }) => ({
    ...where,
    scores: forecasts.map((forecast, at) => {
      const value = values[at] ?? null
      return value === null ? null : normalScore(forecast, value)
    }),
  }))
  for (const players of Map.groupBy(scored, ({ gameId }) => gameId).values())
    for (const one of players)
      for (const other of players) {
        if (one === other) continue
        const cells = one.club === other.club ? tables.teamMates : tables.opponents
        for (const [row, a] of one.scores.entries())
          for (const [column, b] of other.scores.entries()) {
            const cell = cells[row]?.[column]
            if (!cell || a === null || b === null) continue
            cell.products += a * b
            cell.squares += (a * a + b * b) / 2
          }
      }
  const values = (cells: ReturnType<typeof table>) =>
    cells.map((row) => row.map(({ products, squares }) => (squares > 0 ? products / squares : 0)))
  return { stats, teamMates: values(tables.teamMates), opponents: values(tables.opponents) }
}
