import type { BattingTotals } from '../input.ts'
import type { BattingConstants } from './constants.ts'

/** Places in a batting order. */
const PLACES = 9
/**
 * Bounds of plausible plate appearances of a club per game. Totals outside of them are errors of the source.
 */
const PER_GAME = { least: 27, most: 54 }

/**
 * Plate appearances per place and game of this season's league, minus those of the fitted tables. They rise
 * with the rate of reaching base. 0 for implausible totals.
 */
export function leagueAppearances(totals: BattingTotals, { league, playingTime }: BattingConstants): number {
  const { games, plateAppearances } = totals
  const perGame = plateAppearances / games
  if (!(perGame >= PER_GAME.least && perGame <= PER_GAME.most)) return 0
  const known = plateAppearances / (plateAppearances + league.strength)
  return (known * (perGame - playingTime.perGame)) / PLACES
}
