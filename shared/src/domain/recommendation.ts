import type { OddsType } from './odds-type.ts'
import { takesLess } from './odds-type.ts'

export type Side = 'OVER' | 'UNDER'

/** At this rate and above the games speak for the over. */
const EVEN_RATE = 0.5

/**
 * The side that the recent games speak for: OVER from one half up, UNDER below.
 * @returns null without a decided game, and where only UNDER would fit a line that the book takes More on only
 */
export function recommend(rate: number | null, oddsType: OddsType): Side | null {
  if (rate === null) return null
  if (rate >= EVEN_RATE) return 'OVER'
  return takesLess(oddsType) ? 'UNDER' : null
}
