import type { Parlay } from '@propsight/shared/contracts'
import type { ParlayLeg } from '@propsight/shared/domain/engine'
import type { JudgedLine, Reason } from '../../analysis/choose-lines.ts'
import type { SentPick } from './pick-games.ts'

/** The parts of a parlay while it is generated: its legs, its assessment, its figures, its insights. */

/** A pick that can be a leg, with the server's forecast of its side. */
export interface PickLeg {
  readonly pick: SentPick
  readonly judged: JudgedLine
  readonly game: { readonly gamePk: number; readonly date: string }
  readonly leg: ParlayLeg
}

/** A pick that cannot be a leg. */
export interface LeftOut {
  readonly pickId: string
  readonly reason: Reason
}

/** The figures of a parlay for the answer and its sentences. Probabilities in percent with one decimal. */
export type ParlayFigures = Pick<
  Parlay,
  | 'overallConfidence'
  | 'interval'
  | 'independent'
  | 'expectedValue'
  | 'recommendedUnits'
  | 'words'
  | 'pays'
  | 'breakEven'
  | 'unpriced'
>

export interface AssessedParlay {
  /** Highest probability first. */
  readonly legs: readonly PickLeg[]
  readonly figures: ParlayFigures
}

export interface ParlayInsights {
  readonly insights: Parlay['insights']
  /** 'model' if a model chose some of the sentences. */
  readonly wording: 'engine' | 'model'
}
