import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import type { Cases } from '../score/cases.ts'
import { MARKETS, PITCHER_STATS } from '../score/markets.ts'
import type { Scores } from '../score/score.ts'

const COLUMNS = 'date,gameId,playerId,market,outcome,base,lastTen,season,engineKnown,engineUnknown'

/**
 * All judged forecasts with their outcomes as CSV, unrounded, so that every figure of the report can be
 * recomputed. Forecasts without a known outcome are left out. Rows of pitchers have expected values instead of probabilities.
 */
export function rowsCsv({ batters, pitchers }: Cases): string {
  const lines = [COLUMNS]
  for (const { date, gameId, playerId, over, base, lastTen, season, known, unknown } of batters)
    for (const [market, { name }] of MARKETS.entries()) {
      if (Number.isNaN(over[market] ?? Number.NaN)) continue
      const figures = [over, base, lastTen, season, known, unknown].map((each) => each[market])
      lines.push([date, gameId, playerId, name, ...figures].join(','))
    }
  for (const { date, gameId, playerId, actual, season, engine, unknown } of pitchers)
    for (const [at, stat] of PITCHER_STATS.entries())
      lines.push(
        [date, gameId, playerId, stat, actual[at], '', '', season[at], engine[at], unknown[at]].join(','),
      )
  return `${lines.join('\n')}\n`
}

/** The result of a backtest. */
export interface BacktestReport extends Scores {
  /** Name of the data. */
  readonly data: string
  /** Version of the engine that was judged. */
  readonly engine: string
  /** Years of the earlier seasons that forecasts used. */
  readonly earlierSeasons: readonly number[]
  /** Forecasts that the engine refused; the base rate or the season mean replaces them. */
  readonly refused: number
  /** Invalid lines of the folder. */
  readonly skippedRows: number
  /** One message per column of counts that is missing, or blank in all or some lines. */
  readonly blanks: readonly string[]
  readonly seconds: number
}

interface RunFacts {
  readonly data: string
  readonly earlierSeasons: readonly number[]
  readonly refused: number
  readonly skippedRows: number
  readonly blanks: readonly string[]
  readonly seconds: number
}

export const backtestReport = (scores: Scores, run: RunFacts): BacktestReport => ({
  data: run.data,
  engine: ENGINE_VERSION,
  earlierSeasons: run.earlierSeasons,
  ...scores,
  refused: run.refused,
  skippedRows: run.skippedRows,
  blanks: run.blanks,
  seconds: Math.round(run.seconds * 10) / 10,
})
