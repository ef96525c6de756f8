import type { StatForecastWire } from '@propsight/shared/contracts'
import { MLB_MARKETS, findStatType } from '@propsight/shared/domain'

/** Mean per game of each market for an invented player. */
const MEANS: Record<string, number> = {
  Hits: 1,
  'Home Runs': 0.15,
  'Pitcher Strikeouts': 5.9,
  'Total Bases': 1.6,
  Runs: 0.6,
  RBIs: 0.55,
  'Hits+Runs+RBIs': 2.1,
  'Hitter Fantasy Score': 7.5,
  'Pitcher Fantasy Score': 31,
}
/** Relative distance of the interval's ends from the mean. */
const UNSURE = 0.12

const round = (chance: number): number => Math.round(chance * 10_000) / 10_000

/** A Poisson distribution as a substitute for the engine, sufficient for the standalone harness. */
function poisson(mean: number): StatForecastWire['distribution'] {
  const atLeast: number[] = []
  let [left, likely] = [1, Math.exp(-mean)]
  for (let value = 0; left > 0.0001 && value < 120; value += 1) {
    atLeast.push(round(left))
    left -= likely
    likely *= mean / (value + 1)
  }
  return { least: 0, atLeast }
}

/** Forecasts of an invented player. The length of the name determines the skill. */
export function forecastsOf(name: string, group: 'hitting' | 'pitching') {
  const talent = 0.7 + (name.length % 5) * 0.15
  const stats = MLB_MARKETS.filter((stat) => findStatType(stat)?.group === group)
  const forecasts = stats.map((stat): StatForecastWire => {
    const mean = (MEANS[stat] ?? 1) * talent
    return {
      stat,
      distribution: poisson(mean),
      low: poisson(mean * (1 - UNSURE)),
      high: poisson(mean * (1 + UNSURE)),
      mean: round(mean),
    }
  })
  return { forecasts, engine: 'sample' }
}
