import type { OddsType } from '../odds-type.ts'
import { takesLess } from '../odds-type.ts'

export type Side = 'OVER' | 'UNDER'

/** Weight of each side of a line: chances between 0 and 1, or counts of games. */
export interface Sides {
  readonly over: number
  readonly under: number
}

/**
 * Returns the side with the larger weight; OVER for equal weights.
 * @returns null where both weights are 0, and where UNDER is larger but the book only accepts More on the
 * line
 */
export function recommend({ over, under }: Sides, oddsType: OddsType): Side | null {
  if (over + under === 0) return null
  if (over >= under) return 'OVER'
  return takesLess(oddsType) ? 'UNDER' : null
}
