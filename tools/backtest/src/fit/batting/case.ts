import type { Evidence, PerStep } from '@propsight/shared/domain/engine'
import type { BattingRow } from '../../read/season.ts'

/** A start of a batter: the evidence of the morning and the actual line. */
export interface Case {
  readonly evidence: Evidence
  readonly row: BattingRow
  /**
   * The league's rates in the weeks before and after the game. The totals of the morning lag behind them for
   * all batters alike.
   */
  readonly around: PerStep<number>
}
