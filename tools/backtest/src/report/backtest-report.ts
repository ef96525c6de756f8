import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import type { Scores } from '../score/score.ts'

/** The result of a backtest. */
export interface BacktestReport extends Scores {
  /** Name of the data. */
  readonly data: string
  /** Version of the engine that was judged. */
  readonly engine: string
  /** Forecasts that the engine refused; the base rate or the season mean replaces them. */
  readonly refused: number
  /** Invalid lines of the folder. */
  readonly skippedRows: number
  readonly seconds: number
}

interface Making {
  readonly data: string
  readonly refused: number
  readonly skippedRows: number
  readonly seconds: number
}

export const backtestReport = (scores: Scores, making: Making): BacktestReport => ({
  data: making.data,
  engine: ENGINE_VERSION,
  ...scores,
  refused: making.refused,
  skippedRows: making.skippedRows,
  seconds: Math.round(making.seconds * 10) / 10,
})
