/** The book's kinds of line. Goblins are easier to win and pay less, demons are harder and pay more. */
export const ODDS_TYPES = ['goblin', 'standard', 'demon'] as const
/** The kinds of line with those of the book that the product does not know. */
export const ALL_ODDS_TYPES = [...ODDS_TYPES, 'unknown'] as const
export type OddsType = (typeof ALL_ODDS_TYPES)[number]

/**
 * Whether the book accepts Less on a line. Goblins and demons can only be taken as More; of an unknown kind, More only
 * is certain.
 */
export const acceptsLess = (oddsType: OddsType): boolean => oddsType === 'standard'

export type Side = 'OVER' | 'UNDER'

/** Weight of each side of a line: chances between 0 and 1, or counts of games. */
export interface SideWeights {
  readonly over: number
  readonly under: number
}

/**
 * Returns the side with the larger weight; OVER for equal weights.
 * @returns null where both weights are 0, and where UNDER is larger but the book only accepts More on the
 * line
 */
export function recommendSide({ over, under }: SideWeights, oddsType: OddsType): Side | null {
  if (over + under === 0) return null
  if (over >= under) return 'OVER'
  return acceptsLess(oddsType) ? 'UNDER' : null
}
