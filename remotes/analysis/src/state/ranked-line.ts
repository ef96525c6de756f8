import type { Line } from '@propsight/shared/contracts'
import type { LineTrend, Side } from '@propsight/shared/domain'

/** A line with what the player's games say about it: one card. */
export interface RankedLine {
  id: string
  rank: number
  line: Line
  personId: number
  /** The position as the league lists it, else the book's, else empty. */
  position: string
  found: LineTrend
  /** Null where the games do not speak for a side that the book takes. */
  call: Side | null
  reasoning: string
}

/** A line that has no place in the order, and why. */
export interface UnrankedLine {
  line: Line
  reason: string
}
