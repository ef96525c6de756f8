import {
  answer,
  type Distribution,
  type EngineResult,
  forecastWithBand,
  fromChances,
  refuse,
  type StatForecast,
} from '../../engine/forecast.ts'
import { convolve, negativeBinomial, normalBelow } from '../../engine/probability.ts'
import { covarianceAt, type GameModel, type MinutesNode, meanAt, modelGame } from './game-model.ts'
import type { PlayerOutlook } from './league.ts'
import {
  COMPONENTS,
  type Component,
  findNbaMarket,
  NBA_CONSTANTS,
  type NbaConstants,
  type NbaMarket,
  perComponent,
} from './markets.ts'

/** Standard deviations and values above the mean after which a count is negligible. */
const TAIL = { deviations: 7, values: 6 } as const
/** Chances below this are left out of a sum. */
const NEGLIGIBLE = 1e-7

function countChances(mean: number, excess: number): number[] {
  const most = mean + TAIL.deviations * Math.sqrt(mean + excess * mean * mean) + TAIL.values
  return negativeBinomial(mean, excess, Math.ceil(most))
}

/** The distribution of a multiple of a count. */
function multiplied(chances: readonly number[], times: number): readonly number[] {
  if (times === 1) return chances
  const wide = new Array<number>((chances.length - 1) * times + 1).fill(0)
  for (const [count, chance] of chances.entries()) wide[count * times] = chance
  return wide
}

const withoutTail = (chances: number[]): number[] =>
  chances.slice(0, chances.findLastIndex((chance) => chance > NEGLIGIBLE) + 1)

/** Sums of components given a node, each computed once: points are a part of several markets. */
class NodeSums {
  readonly #counts: Readonly<Record<Component, readonly number[]>>
  readonly #sums = new Map<string, readonly number[]>()

  constructor(node: MinutesNode, excess: GameModel['excess']) {
    this.#counts = perComponent((component) => countChances(node.means[component], excess[component]))
  }

  /** Chances of the values 0, 1, 2 … of a weighted sum, built from its first components on. */
  of(terms: readonly (readonly [Component, number])[]): readonly number[] {
    const last = terms.at(-1)
    if (!last) return [1]
    const key = terms.join(' ')
    const known = this.#sums.get(key)
    if (known) return known
    const [component, weight] = last
    const added = multiplied(this.#counts[component], weight)
    const sum = terms.length === 1 ? added : withoutTail(convolve(this.of(terms.slice(0, -1)), added))
    this.#sums.set(key, sum)
    return sum
  }
}

/**
 * Chances of the values 0, 1, 2 … of a score with fractional weights given a node: those of a gamma variable with its
 * mean and variance, by the cube root of Wilson and Hilferty (Proceedings of the National Academy of Sciences 17, 1931).
 * Scores below zero count as zero.
 */
function scoreChances(node: MinutesNode, excess: GameModel['excess'], market: NbaMarket): number[] {
  const mean = Math.max(NEGLIGIBLE, meanAt(node, market))
  const shape = mean ** 2 / Math.max(NEGLIGIBLE, covarianceAt(node, excess, market, market))
  const below = (value: number) =>
    normalBelow(3 * Math.sqrt(shape) * (Math.cbrt(value / mean) - 1 + 1 / (9 * shape)))
  const chances: number[] = []
  for (let last = 0; 1 - last > NEGLIGIBLE && chances.length < MOST_SCORE; ) {
    const next = below(chances.length + 0.5)
    chances.push(next - last)
    last = next
  }
  return chances
}

const MOST_SCORE = 200

/** Distributions of markets of one game, from its joint model. */
export function marketDistributions(
  { nodes, excess }: GameModel,
  markets: readonly NbaMarket[],
): Distribution[] {
  const totals = markets.map((): number[] => [])
  const terms = markets.map(({ weights }) =>
    COMPONENTS.flatMap((component) => {
      const weight = weights[component]
      return weight === undefined ? [] : [[component, weight] as const]
    }),
  )
  for (const node of nodes) {
    const sums = new NodeSums(node, excess)
    for (const [at, market] of markets.entries()) {
      const total = totals[at] ?? []
      const chances = market.parts > 1 ? scoreChances(node, excess, market) : sums.of(terms[at] ?? [])
      for (let value = 0; value < chances.length; value++)
        total[value] = (total[value] ?? 0) + (chances[value] ?? 0)
    }
  }
  return totals.map((total) => fromChances(0, total))
}

/** Games after which the error of an expectation is half as large as before the first one. */
const ERROR_GAMES = 40

/**
 * Forecasts markets of a player's game, given that the player takes part.
 * @param outlook what is known before the game; undefined for a player without an earlier game
 * @param stats names of `NBA_MARKETS`
 */
export function forecastNbaPlayer(
  outlook: PlayerOutlook | undefined,
  stats: readonly string[],
  constants: NbaConstants = NBA_CONSTANTS,
): EngineResult<StatForecast[]> {
  if (!outlook) return refuse('no games')
  const markets = stats.flatMap((stat) => findNbaMarket(stat) ?? [])
  if (markets.length < stats.length) return refuse('unknown stat')
  const distributions = marketDistributions(modelGame(outlook, constants), markets)
  const career = { games: outlook.player.career, half: ERROR_GAMES }
  return answer(
    distributions.map((distribution, at) => {
      const stat = stats[at] ?? ''
      return forecastWithBand(stat, distribution, constants.calibration[stat], constants.error, career)
    }),
  )
}
