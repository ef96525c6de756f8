import type { RatedGame } from '@propsight/shared/domain'

/** Demo bars for a player without data (N12). Excluded from all statistics. */
const VALUES = [0, 1, 1, 0, 2, 0, 1, 1, 0, 1] as const
/** Average shown for the demo bars (N12). */
export const DEMO_AVERAGE = 0.7

/** Demo games that show the chart of a player without games. */
export const demoGames = (): RatedGame[] =>
  VALUES.map((value) => ({ place: { date: '', opponent: '', homeAway: 'HOME' }, hand: null, value }))
