import type { SampleSeason } from '../sample/sample-season.ts'
import { type Prices, simulateOften } from './simulate-board.ts'

/**
 * The true distributions of everybody who starts in one game of a sample season's day, as the game's simulator has
 * them: known to ±0.5 / √games.
 * @param pk number of a game that is made ready but not played
 * @param games how often it is played
 * @throws RangeError when the day has no such game
 */
export function truePrices(season: SampleSeason, pk: number, games: number): Prices {
  const squads = season.today.get(pk)
  const park = season.parks.get(season.games.find((game) => game.pk === pk)?.venueId ?? 0)
  if (!squads || !park) throw new RangeError(`no game ${pk} on ${season.day}`)
  const { talents, rates, seed } = season
  return simulateOften({ talents, rates, park, ...squads }, `${seed}|truth|${pk}`, games)
}
