import type { Evidence, PerStep } from '@propsight/shared/domain/engine'
import type { BattingRow } from '../../read/season.ts'

/** A start, as the model looked at it in the morning and as it came out. */
export interface Case {
  readonly evidence: Evidence
  readonly row: BattingRow
  /** The league's rates of the weeks around the game: what it lagged behind that morning is no batter's doing. */
  readonly around: PerStep<number>
}
