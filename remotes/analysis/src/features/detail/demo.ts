import type { RatedGame } from '@propsight/shared/domain'

/** Ten bars that average 0.7, as specified for a player without data (1 §4, §9). They enter no number. */
const VALUES = [0, 1, 1, 0, 2, 0, 1, 1, 0, 1] as const
/** What a chart of demo bars says its average is (specification 1 §9). */
export const DEMO_AVERAGE = 0.7

/** Bars to show what a chart looks like, where there is no game to draw. */
export const demoGames = (): RatedGame[] =>
  VALUES.map((value) => ({ place: { date: '', opponent: '', homeAway: 'HOME' }, hand: null, value }))
