import { chanceAtLeast, logit, normalQuantile, type StatForecast } from '@propsight/shared/domain/engine'
import {
  type BoxGame,
  forecastNbaPlayer,
  NBA_MARKETS,
  type NbaConstants,
} from '@propsight/shared/domain/sports/nba'
import { fitGeneralisedLinear, type Observation } from '../fit/generalised-linear.ts'
import { walkNba } from './cases-nba.ts'

/** Every so many games count for the maps of chances and the correlations. */
const THINNED = 4

/** A sampled forecast with its outcome. */
export interface Sampled {
  readonly gameId: string
  readonly club: string
  readonly forecasts: readonly StatForecast[]
  readonly values: readonly (number | null)[]
}

/** Forecasts of every fourth game after the first season, every other one without the reports of who is out. */
export function sampleForecasts(games: readonly BoxGame[], constants: NbaConstants): Sampled[] {
  const known = games.filter(({ season }) => season !== games[0]?.season)
  const chosen = new Set(known.filter((_, at) => at % THINNED === 0).map(({ id }) => id))
  const stats = NBA_MARKETS.map(({ stat }) => stat)
  const sampled: Sampled[] = []
  walkNba(games, constants, ({ game, line, outlook }) => {
    if (!chosen.has(game.id)) return
    const made = forecastNbaPlayer(outlook(sampled.length % 2 === 0 ? 'known' : 'unknown'), stats, constants)
    if (!made.ok) return
    const values = NBA_MARKETS.map(({ value }) => value(line.counts))
    sampled.push({ gameId: game.id, club: line.club, forecasts: made.value, values })
  })
  return sampled
}

/** Chances outside of these say little about the slope of their log-odds. */
const JUDGED = { least: 0.02, most: 0.98 } as const

/** One slope and one shift of the log-odds of each market, by the chances of all values that are neither rare nor common. */
export function fitCalibration(sampled: readonly Sampled[]): NbaConstants['calibration'] {
  const fitted = NBA_MARKETS.map(({ stat }, at) => {
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

/** Correlations of the outcomes of two players of a game beyond their forecasts. */
export function fitBetween(sampled: readonly Sampled[]): NbaConstants['between'] {
  const stats = NBA_MARKETS.map(({ stat }) => stat)
  const table = () => stats.map(() => stats.map(() => ({ products: 0, squares: 0 })))
  const tables = { teamMates: table(), opponents: table() }
  const scored = sampled.flatMap(({ forecasts, values, ...where }) => {
    const scores = forecasts.map((forecast, at) => normalScore(forecast, values[at] ?? Number.NaN))
    return scores.some(Number.isNaN) ? [] : [{ ...where, scores }]
  })
  for (const players of Map.groupBy(scored, ({ gameId }) => gameId).values())
    for (const one of players)
      for (const other of players) {
        if (one === other) continue
        const cells = one.club === other.club ? tables.teamMates : tables.opponents
        for (const [row, a] of one.scores.entries())
          for (const [column, b] of other.scores.entries()) {
            const cell = cells[row]?.[column]
            if (!cell) continue
            cell.products += a * b
            cell.squares += (a * a + b * b) / 2
          }
      }
  const values = (cells: ReturnType<typeof table>) =>
    cells.map((row) => row.map(({ products, squares }) => (squares > 0 ? products / squares : 0)))
  return { stats, teamMates: values(tables.teamMates), opponents: values(tables.opponents) }
}
