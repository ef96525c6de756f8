import { chanceAtLeast, normalQuantile, type StatForecast } from '@propsight/shared/domain/engine'
import type { Sampled } from '../sport/fit-chances.ts'

/** The outcome as a standard normal variable: the quantile of the middle of its chance. */
function normalScore({ distribution }: StatForecast, value: number): number {
  const middle = (chanceAtLeast(distribution, value) + chanceAtLeast(distribution, value + 1)) / 2
  return normalQuantile(Math.min(0.999, Math.max(0.001, 1 - middle)))
}

/** Correlations of stats of two players of a game, in the order of `stats`. */
interface Between {
  readonly stats: readonly string[]
  readonly teamMates: readonly (readonly number[])[]
  readonly opponents: readonly (readonly number[])[]
}

/** Correlations of the outcomes of two players of a game beyond their forecasts. */
export function fitBetween(stats: readonly string[], sampled: readonly Sampled[]): Between {
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
