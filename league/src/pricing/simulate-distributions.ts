import { findStatType, listStatNames } from '@propsight/shared/domain'
import type { SampleSeason } from '../sample/sample-season.ts'
import { type GameSetup, simulateGame } from '../sample/simulate-game.ts'
import { LineTable } from '../world/line-table.ts'
import { randomFrom } from '../world/random.ts'
import { BAT, BATTING, PIT, PITCHING } from '../world/stat-fields.ts'

/** Offset of the stored values, because fantasy scores can be negative. */
const SHIFT = 60
const SIZE = 180

/** The distribution of a stat over simulated games. */
export class Distribution {
  private readonly counts = new Uint16Array(SIZE)
  private games = 0

  add(value: number): void {
    const at = Math.min(SIZE - 1, Math.max(0, value + SHIFT))
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.games++
  }

  /** Mean value; 0 without games. */
  mean(): number {
    let sum = 0
    for (let at = 0; at < SIZE; at++) sum += (at - SHIFT) * (this.counts[at] ?? 0)
    return this.games === 0 ? 0 : sum / this.games
  }

  /** Probability of a value above the line. */
  over(line: number): number {
    let above = 0
    for (let at = 0; at < SIZE; at++) if (at - SHIFT > line) above += this.counts[at] ?? 0
    return this.games === 0 ? 0 : above / this.games
  }

  /** Probability of a value equal to the line; only whole lines can push. */
  push(line: number): number {
    return Number.isInteger(line) && this.games > 0 ? (this.counts[line + SHIFT] ?? 0) / this.games : 0
  }

  /** The half line (0.5 or more) with the over probability nearest to one half. */
  fairLine(): number {
    let best = 0.5
    let distance = Number.POSITIVE_INFINITY
    for (let line = 0.5; line < SIZE - SHIFT; line++) {
      const lineDistance = Math.abs(this.over(line) - 0.5)
      if (lineDistance < distance) {
        best = line
        distance = lineDistance
      }
      if (this.over(line) < 0.3) break
    }
    return best
  }

  /** The value at the quantile `u` in [0, 1). */
  draw(u: number): number {
    let remaining = u * this.games
    for (let at = 0; at < SIZE; at++) {
      remaining -= this.counts[at] ?? 0
      if (remaining < 0) return at - SHIFT
    }
    return 0
  }

  /** The whole line with the most equal over and under probabilities. */
  fairWholeLine(): number {
    const near = this.fairLine()
    const uneven = (line: number) => Math.abs(2 * this.over(line) + this.push(line) - 1)
    return [near - 0.5, near + 0.5].toSorted((a, b) => uneven(a) - uneven(b))[0] ?? near
  }
}

/** The counts of a player's game, with the names of the game logs. */
const battingCounts = (table: LineTable, line: number) => ({
  hits: table.count(line, BAT.hits),
  doubles: table.count(line, BAT.doubles),
  triples: table.count(line, BAT.triples),
  homeRuns: table.count(line, BAT.homeRuns),
  runs: table.count(line, BAT.runs),
  rbi: table.count(line, BAT.rbi),
  baseOnBalls: table.count(line, BAT.baseOnBalls),
  hitByPitch: table.count(line, BAT.hitByPitch),
  stolenBases: table.count(line, BAT.stolenBases),
  strikeOuts: table.count(line, BAT.strikeOuts),
})
const pitchingCounts = (table: LineTable, line: number) => ({
  outs: table.count(line, PIT.outs),
  strikeOuts: table.count(line, PIT.strikeOuts),
  hits: table.count(line, PIT.hits),
  earnedRuns: table.count(line, PIT.earnedRuns),
  baseOnBalls: table.count(line, PIT.baseOnBalls),
})

type Batting = ReturnType<typeof battingCounts>
type Pitching = ReturnType<typeof pitchingCounts>

/** A market with the value of one game. */
interface SimulatedMarket<Counts> {
  readonly name: string
  readonly formula: (game: Counts) => number
}

/** The markets that a simulation counts. */
interface SimulatedMarkets {
  readonly batter: readonly SimulatedMarket<Batting>[]
  readonly pitcher: readonly SimulatedMarket<Pitching>[]
}

/** The markets of the league's own board, in its order. */
const BOARD = [
  ...['Hits', 'Total Bases', 'Hits+Runs+RBIs', 'Runs', 'RBIs', 'Home Runs', 'Hitter Fantasy Score', 'Walks'],
  ...['Pitcher Strikeouts', 'Hits Allowed', 'Pitching Outs', 'Pitcher Fantasy Score', 'Walks Allowed'],
  ...['Singles', 'Hitter Strikeouts', 'Doubles', 'Stolen Bases', 'Earned Runs Allowed'],
]

/** @throws Error for a name that is not a market */
function findMarkets(names: readonly string[]): SimulatedMarkets {
  const stats = names.map((name) => {
    const stat = findStatType(name)
    if (!stat) throw new Error(`'${name}' is not a market`)
    return stat
  })
  return {
    batter: stats.flatMap((stat) => (stat.group === 'hitting' ? [stat] : [])),
    pitcher: stats.flatMap((stat) => (stat.group === 'pitching' ? [stat] : [])),
  }
}

export const BOARD_MARKETS = findMarkets(BOARD)

/** All markets: those of the board first, then those that only sportsbooks offer. */
export const ALL_MARKETS = findMarkets([
  ...new Set([...BOARD, ...listStatNames('hitting'), ...listStatNames('pitching')]),
])

/**
 * The true distributions of all starters of one game of the sample season's day, by simulation. The standard
 * error of a probability is at most 0.5 / √games.
 * @param pk number of a game of `season.day`
 * @param games number of simulated games
 * @throws RangeError when the day has no such game
 */
export function trueDistributions(season: SampleSeason, pk: number, games: number): Prices {
  const squads = season.today.get(pk)
  const park = season.parks.get(season.games.find((game) => game.pk === pk)?.venueId ?? 0)
  if (!squads || !park) throw new RangeError(`no game ${pk} on ${season.day}`)
  const { talents, rates, seed } = season
  return simulateDistributions({ talents, rates, park, ...squads }, `${seed}|truth|${pk}`, games)
}

/** Distributions by person (index) and stat name. */
export type Prices = Map<number, Map<string, Distribution>>

/** Only players in the starting lineup are priced. The order of a substitute is not a multiple of ten. */
const isStarter = (order: number): boolean => order % 10 === 0

const distribution = (prices: Prices, person: number, stat: string): Distribution => {
  const stats = prices.get(person) ?? new Map<string, Distribution>()
  prices.set(person, stats)
  const values = stats.get(stat) ?? new Distribution()
  stats.set(stat, values)
  return values
}

/**
 * Simulates one game many times and counts the stats of all starters. The result approximates the true
 * distributions under the given talents.
 * @param games number of simulated games
 * @param markets what is counted; it does not change the simulated games
 */
export function simulateDistributions(
  setup: Omit<GameSetup, 'batting' | 'pitching' | 'random' | 'game'>,
  seed: string,
  games: number,
  markets: SimulatedMarkets = BOARD_MARKETS,
): Prices {
  const prices: Prices = new Map()
  const batting = new LineTable(BATTING.length)
  const pitching = new LineTable(PITCHING.length)
  const random = randomFrom(seed)
  for (let n = 0; n < games; n++) {
    batting.clear()
    pitching.clear()
    simulateGame({ ...setup, random, batting, pitching, game: 0 })
    for (let line = 0; line < batting.length; line++) {
      const { person, order } = batting.key(line)
      if (!isStarter(order)) continue
      const counts = battingCounts(batting, line)
      for (const { name, formula } of markets.batter) distribution(prices, person, name).add(formula(counts))
    }
    for (let line = 0; line < pitching.length; line++) {
      if (pitching.count(line, PIT.gamesStarted) === 0) continue
      const { person } = pitching.key(line)
      const counts = pitchingCounts(pitching, line)
      for (const { name, formula } of markets.pitcher) distribution(prices, person, name).add(formula(counts))
    }
  }
  return prices
}
