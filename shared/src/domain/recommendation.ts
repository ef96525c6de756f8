import type { OddsType } from './odds-type.ts'
import { takesLess } from './odds-type.ts'

export type Side = 'OVER' | 'UNDER'

/** What speaks for either side of a line: chances between 0 and 1, or counts of games. */
export interface Sides {
  readonly over: number
  readonly under: number
}

/**
 * The side that has more on it; an even split is OVER.
 * @returns null where nothing decides the line, and where only UNDER would fit a line that the book takes More on only
 */
export function recommend({ over, under }: Sides, oddsType: OddsType): Side | null {
  if (over + under === 0) return null
  if (over >= under) return 'OVER'
  return takesLess(oddsType) ? 'UNDER' : null
}
