/** The book's kinds of line: goblins are easier and pay less, demons harder and pay more. */
export const ODDS_TYPES = ['goblin', 'standard', 'demon'] as const
export type OddsType = (typeof ODDS_TYPES)[number]

/** The book takes More only on goblins and demons. */
export const takesLess = (oddsType: OddsType): boolean => oddsType === 'standard'
