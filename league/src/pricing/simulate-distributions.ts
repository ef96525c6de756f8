import { randomFrom } from '../world/random.ts'
import { type GameSetup, simulateGame } from '../sample/simulate-game.ts'
import { LineTable } from '../world/line-table.ts'
import { BATTING, PIT, PITCHING } from '../world/stat-fields.ts'
import { Distribution } from './distribution.ts'
import { BATTER_STATS, PITCHER_STATS } from './stats.ts'

/** Distributions by person (index) and stat name. */
export type Prices = Map<number, Map<string, Distribution>>

/** Only players in the starting lineup are priced. The order of a substitute is not a multiple of ten. */
const isStarter = (order: number): boolean => order % 10 === 0

const distribution = (prices: Prices, person: number, stat: string): Distribution => {
  const stats = prices.get(person) ?? new Map<string, Distribution>()
  prices.set(person, stats)
  const known = stats.get(stat) ?? new Distribution()
  stats.set(stat, known)
  return known
}

/**
 * Simulates one game many times and counts the stats of all starters. The result approximates the true
 * distributions under the given talents.
 * @param games number of simulated games
 */
export function simulateOften(
  setup: Omit<GameSetup, 'batting' | 'pitching' | 'random' | 'game'>,
  seed: string,
  games: number,
): Prices {
  const prices: Prices = new Map()
  const [batting, pitching] = [new LineTable(BATTING.length), new LineTable(PITCHING.length)]
  const random = randomFrom(seed)
  for (let n = 0; n < games; n++) {
    batting.clear()
    pitching.clear()
    simulateGame({ ...setup, random, batting, pitching, game: 0 })
    for (let line = 0; line < batting.length; line++) {
      const { person, order } = batting.key(line)
      if (!isStarter(order)) continue
      for (const { name, value } of BATTER_STATS) distribution(prices, person, name).add(value(batting, line))
    }
    for (let line = 0; line < pitching.length; line++) {
      if (pitching.count(line, PIT.gamesStarted) === 0) continue
      const { person } = pitching.key(line)
      for (const { name, value } of PITCHER_STATS)
        distribution(prices, person, name).add(value(pitching, line))
    }
  }
  return prices
}
