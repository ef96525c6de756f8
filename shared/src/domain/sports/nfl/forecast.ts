import {
  answer,
  type EngineResult,
  forecastWithBand,
  fromChances,
  refuse,
  type StatForecast,
} from '../../engine/forecast.ts'
import { convolve, negativeBinomial, normalBelow } from '../../engine/probability.ts'
import type { FootballOutlook } from './league.ts'
import {
  CHANCES,
  type Chance,
  findNflMarket,
  NFL_CONSTANTS,
  type NflConstants,
  type Part,
  perKey,
  SHARES,
  type Share,
  YARDS,
  type Yards,
} from './markets.ts'

const TOUCHDOWN = 7
const USUAL_TOTAL = 45

/** Features of the log of a chance's count relative to the player's rate. Their weights are fitted. */
export function chanceFeatures(outlook: FootballOutlook, chance: Chance, constants: NflConstants): number[] {
  const { player, home, playoffs, missed, margin, total, wind, vacated, crowd, allowed, lineupKnown } =
    outlook
  const { games, career, role } = player
  const favoured = margin / TOUCHDOWN
  const back = role === 'RB' ? 1 : 0
  return [
    1,
    home ? 1 : 0,
    favoured,
    favoured * back,
    Math.abs(favoured),
    (total - USUAL_TOTAL) / 10,
    allowed[chance],
    vacated[chance],
    lineupKnown ? vacated[chance] : 0,
    crowd[chance],
    crowd[chance] * back,
    player.recentRate(chance, constants),
    Math.log1p(missed),
    1 / (1 + games),
    career < 8 ? 1 : 0,
    Math.max(0, wind - WINDY) / 10,
    playoffs ? 1 : 0,
  ]
}

/** Features of the log of a share relative to the player's rate. Their weights are fitted. */
export function shareFeatures(
  { player, home, margin, total, wind, allowed }: FootballOutlook,
  share: Share,
): number[] {
  const favoured = margin / TOUCHDOWN
  return [
    1,
    home ? 1 : 0,
    favoured,
    Math.abs(favoured),
    (total - USUAL_TOTAL) / 10,
    allowed[share],
    player.career < 8 ? 1 : 0,
    Math.max(0, wind - WINDY) / 10,
  ]
}

/** Miles per hour from which wind counts. */
const WINDY = 10
/** Most that the features of a game change the log of a rate. */
const MOST_CHANGE = 2

const change = (features: readonly number[], weights: readonly number[]): number => {
  const sum = features.reduce((total, feature, at) => total + feature * (weights[at] ?? 0), 0)
  return Math.exp(Math.min(MOST_CHANGE, Math.max(-MOST_CHANGE, sum)))
}

/** Expected chances of a game, and expected shares of each of their events, given that the player takes part. */
export function expectedParts(outlook: FootballOutlook, constants: NflConstants): Record<Part, number> {
  const { player } = outlook
  return {
    ...perKey(
      CHANCES,
      (chance) =>
        player.rate(chance, constants) *
        change(chanceFeatures(outlook, chance, constants), constants.game[chance]),
    ),
    ...perKey(
      Object.keys(SHARES) as Share[],
      (share) => player.rate(share, constants) * change(shareFeatures(outlook, share), constants.game[share]),
    ),
  }
}

/** Mean of a count or of yards of a game. */
export function meanOfPart(parts: Readonly<Record<Part, number>>, part: Part): number {
  const of = (SHARES as Readonly<Partial<Record<Part, Part>>>)[part]
  return of === undefined ? parts[part] : parts[part] * meanOfPart(parts, of)
}

const isYards = (part: Part): part is Yards => (YARDS as readonly Part[]).includes(part)

/** Standard deviations and values above the mean after which a count is negligible. */
const TAIL = { deviations: 7, values: 6 } as const
/** Chances below this are left out of a sum. */
const NEGLIGIBLE = 1e-6
/** Longest run of a game's yards. */
const MOST_YARDS = 700

type CountPart = Exclude<Part, Yards>

function countChances(mean: number, excess: number): number[] {
  const most = mean + TAIL.deviations * Math.sqrt(mean + excess * mean * mean) + TAIL.values
  return negativeBinomial(Math.max(NEGLIGIBLE, mean), excess, Math.ceil(most))
}

/**
 * Chances of 0, 1, 2 … yards: a mixture over the number of events of gamma variables with the mean and variance of that
 * many events, by the cube root of Wilson and Hilferty (Proceedings of the National Academy of Sciences 17, 1931). The
 * gamma variable has the long right tail of gains. Yards below zero count as zero.
 * @param perEvent expected yards of an event
 */
export function yardChances(
  events: readonly number[],
  perEvent: number,
  { event, day }: NflConstants['yards'][Yards],
): number[] {
  // Chances of more than each value; numbers of events whose yards surely are more are added from the end on.
  const above = new Float64Array(MOST_YARDS + 1)
  const surely = new Float64Array(MOST_YARDS + 2)
  let last = 0
  for (const [count, chance] of events.entries()) {
    if (count === 0 || chance < NEGLIGIBLE) continue
    const mean = count * perEvent
    const shape = 1 / (event / count + day)
    const middle = 1 - 1 / (9 * shape)
    const scale = 3 * Math.sqrt(shape)
    const yardsAt = (deviations: number) =>
      Math.min(MOST_YARDS, Math.max(0, Math.floor(mean * Math.max(0, middle + deviations / scale) ** 3)))
    const [first, end] = [yardsAt(-SURE), yardsAt(SURE)]
    surely[first] = (surely[first] ?? 0) + chance
    for (let value = first; value <= end; value++) {
      const below = normalBelow(scale * (Math.cbrt((value + 0.5) / mean) - middle))
      above[value] = (above[value] ?? 0) + chance * (1 - below)
    }
    last = Math.max(last, end)
  }
  for (let value = last, sure = 0; value >= 0; value--) {
    sure += surely[value + 1] ?? 0
    above[value] = (above[value] ?? 0) + sure
  }
  return Array.from({ length: last + 2 }, (_, value) =>
    Math.max(0, (value === 0 ? 1 : (above[value - 1] ?? 0)) - (above[value] ?? 0)),
  )
}

/** Standard deviations from the mean beyond which a normal variable does not lie. */
const SURE = 5

/** Distributions of the parts of one game, each computed once: yards are a part of several markets. */
class PartChances {
  readonly #known = new Map<Part, readonly number[]>()
  readonly #parts: Readonly<Record<Part, number>>
  readonly #constants: NflConstants

  constructor(parts: Readonly<Record<Part, number>>, constants: NflConstants) {
    this.#parts = parts
    this.#constants = constants
  }

  of(part: Part): readonly number[] {
    const known = this.#known.get(part)
    if (known) return known
    const made = isYards(part)
      ? yardChances(
          this.of(SHARES[part]),
          Math.max(NEGLIGIBLE, this.#parts[part]),
          this.#constants.yards[part],
        )
      : countChances(meanOfPart(this.#parts, part), this.#constants.excess[part as CountPart])
    this.#known.set(part, made)
    return made
  }
}

/** Games after which the error of an expectation is half as large as before the first one. */
const ERROR_GAMES = 17

/**
 * Forecasts markets of a player's game, given that the player takes part.
 * @param outlook what is known before the game; undefined for a player without an earlier game
 * @param stats names of `NFL_MARKETS`
 */
export function forecastNflPlayer(
  outlook: FootballOutlook | undefined,
  stats: readonly string[],
  constants: NflConstants = NFL_CONSTANTS,
): EngineResult<StatForecast[]> {
  if (!outlook) return refuse('no games')
  const markets = stats.flatMap((stat) => findNflMarket(stat) ?? [])
  if (markets.length < stats.length) return refuse('unknown stat')
  const chances = new PartChances(expectedParts(outlook, constants), constants)
  const career = { games: outlook.player.career, half: ERROR_GAMES }
  return answer(
    markets.map(({ stat, parts }) => {
      const total = parts.map((part) => chances.of(part)).reduce((sum, each) => convolve(sum, each))
      const distribution = fromChances(0, [...total])
      return forecastWithBand(stat, distribution, constants.calibration[stat], constants.error, career)
    }),
  )
}
