import type { BattingTotals } from '../input.ts'
import type { BattingConstants } from './constants.ts'

/** Places in a batting order. */
const PLACES = 9
/** A club that came up less or more often than this in its games has been miscounted. */
const PER_GAME = { least: 27, most: 54 }

/** How much oftener this season's places come up than those of the tables: more men on base, more appearances. */
export function leagueAppearances(totals: BattingTotals, { league, playingTime }: BattingConstants): number {
  const { games, plateAppearances } = totals
  const perGame = plateAppearances / games
  if (!(perGame >= PER_GAME.least && perGame <= PER_GAME.most)) return 0
  const known = plateAppearances / (plateAppearances + league.strength)
  return (known * (perGame - playingTime.perGame)) / PLACES
}
