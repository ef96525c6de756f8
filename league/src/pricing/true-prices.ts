import type { SampleSeason } from '../sample/sample-season.ts'
import { type Prices, simulateOften } from './simulate-distributions.ts'

/**
 * The true distributions of all starters of one game of the sample season's day, by simulation. The standard
 * error of a probability is at most 0.5 / √games.
 * @param pk number of a game of `season.day`
 * @param games number of simulated games
 * @throws RangeError when the day has no such game
 */
export function truePrices(season: SampleSeason, pk: number, games: number): Prices {
  const squads = season.today.get(pk)
  const park = season.parks.get(season.games.find((game) => game.pk === pk)?.venueId ?? 0)
  if (!squads || !park) throw new RangeError(`no game ${pk} on ${season.day}`)
  const { talents, rates, seed } = season
  return simulateOften({ talents, rates, park, ...squads }, `${seed}|truth|${pk}`, games)
}
