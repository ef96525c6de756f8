import { type CalibrationMap, chanceAtLeast, logit, type StatForecast } from '@propsight/shared/domain/engine'
import { fitGeneralisedLinear, type Observation } from '../fit/generalised-linear.ts'
import { type AnySport, type SportGame, walkSport } from './sport.ts'

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
export function sampleForecasts(
  sport: Pick<AnySport, 'league' | 'forecast' | 'stats' | 'value' | 'offered'>,
  games: readonly SportGame[],
  constants: object,
): Sampled[] {
  const known = games.filter(({ season }) => season !== games[0]?.season)
  const chosen = new Set(known.filter((_, at) => at % THINNED === 0).map(({ id }) => id))
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
