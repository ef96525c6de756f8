/** The book's kinds of line. Goblins are easier to win and pay less, demons are harder and pay more. */
export const ODDS_TYPES = ['goblin', 'standard', 'demon'] as const
export type OddsType = (typeof ODDS_TYPES)[number]

/** Whether the book accepts Less on a line. Goblins and demons can only be taken as More. */
export const takesLess = (oddsType: OddsType): boolean => oddsType === 'standard'
