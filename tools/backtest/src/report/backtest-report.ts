import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import type { Scores } from '../score/score.ts'

/** All that a backtest found, and how it was made. */
export interface BacktestReport extends Scores {
  /** Name of the data. */
  readonly data: string
  /** Version of the engine that was judged. */
  readonly engine: string
  /** Forecasts that the engine refused; its rivals' figures stand in for them. */
  readonly refused: number
  /** Lines of the folder that could not be read. */
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
