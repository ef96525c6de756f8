import { expit, logit, Z_80 } from './probability.ts'

/** Reasons for which the engine has no result. The engine never returns NaN instead. */
export type Refusal =
  | 'unknown stat'
  | 'line is not a number'
  | 'line is negative'
  | 'no games'
  | 'no starts'
  /** The player's games lack a count that the market needs. */
  | 'no counts'

export type EngineResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Refusal }

/** Result without a value, with its reason. */
export const refuse = (reason: Refusal): { readonly ok: false; readonly reason: Refusal } => ({
  ok: false,
  reason,
})

/** Result with a value. */
export const answer = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

/**
 * Distribution of an integer stat by the chance of reaching each value: `atLeast[k]` = P(X ≥ least + k).
 * `atLeast[0]` is 1, the values do not increase, and beyond the end of the array the chance is 0.
 */
export interface Distribution {
  readonly least: number
  readonly atLeast: readonly number[]
}

/** Chances of the results of one line. They sum to one. */
export interface LineOdds {
  readonly over: number
  readonly under: number
  /** Chance of exactly the line: 0 for half lines. */
  readonly push: number
}

/** P(X ≥ value). */
export function chanceAtLeast({ least, atLeast }: Distribution, value: number): number {
  const at = Math.ceil(value) - least
  return at <= 0 ? 1 : (atLeast[at] ?? 0)
}

/** P(over), P(under) and P(push) of a line. `line` is any finite number; P(push) is 0 for half lines. */
export function lineOdds(distribution: Distribution, line: number): LineOdds {
  const over = chanceAtLeast(distribution, Math.floor(line) + 1)
  const notUnder = chanceAtLeast(distribution, Math.ceil(line))
  return { over, under: 1 - notUnder, push: notUnder - over }
}

/** Expected value, in the stat's unit: Σ P(X ≥ k) over the values above the least. */
export function meanOf({ least, atLeast }: Distribution): number {
  let sum = least
  for (let at = 1; at < atLeast.length; at++) sum += atLeast[at] ?? 0
  return sum
}

/** Values reached with a smaller chance, or missed with a smaller chance, are cut off. */
const NEGLIGIBLE_CHANCE = 1e-6

/** Builds a distribution from the chances of `least`, `least + 1`, …, which are normalised to sum to one. */
export function fromChances(least: number, chances: readonly number[]): Distribution {
  // Summed from the largest value, where chances are smallest: differences from one would lose their
  // precision.
  const atLeast: number[] = []
  let sum = 0
  for (const chance of chances.toReversed()) {
    sum += chance
    atLeast.push(sum)
  }
  const chanceAtLeast = atLeast.toReversed().map((chance) => Math.min(1, chance / sum))
  const end = chanceAtLeast.findLastIndex((chance) => chance >= NEGLIGIBLE_CHANCE)
  const start = Math.max(
    0,
    chanceAtLeast.findLastIndex((chance) => chance > 1 - NEGLIGIBLE_CHANCE),
  )
  return { least: least + start, atLeast: [1, ...chanceAtLeast.slice(start + 1, end + 1)] }
}

/**
 * Distribution with the smaller (or greater) of two chances of reaching each value. The ends of a band use it
 * to bound the middle distribution at every line, even where the shapes cross far from the mean.
 */
export function envelope(one: Distribution, other: Distribution, pick: 'smaller' | 'greater'): Distribution {
  const choose = pick === 'smaller' ? Math.min : Math.max
  const least = Math.min(one.least, other.least)
  const most = Math.max(one.least + one.atLeast.length, other.least + other.atLeast.length)
  const atLeast: number[] = []
  for (let value = least; value < most; value++) {
    const chance = choose(chanceAtLeast(one, value), chanceAtLeast(other, value))
    if (chance > 0) atLeast.push(chance)
  }
  return { least, atLeast }
}

/** Forecast of one stat of one player in one game. */
export interface StatForecast {
  /** The stat's name as in `findStatType`. */
  readonly stat: string
  /** Calibrated distribution, from which every line and alternate line is evaluated. */
  readonly distribution: Distribution
  /** Distributions at both ends of the 80% band of the model's errors: they give the interval of P(over). */
  readonly low: Distribution
  readonly high: Distribution
  /** Expected value in the stat's unit. */
  readonly mean: number
  /** Half line whose P(over) is nearest to one half. */
  readonly fairLine: number
  /** Values between which the stat is in about 80% of games, inclusive. */
  readonly range80: { readonly low: number; readonly high: number }
}

const TAIL = 0.1

/** Half line whose P(over) is nearest to one half; at least the least value plus 0.5. */
function fairLine(distribution: Distribution): number {
  let line = distribution.least + 0.5
  let apart = Math.abs(chanceAtLeast(distribution, line + 0.5) - 0.5)
  for (
    let value = distribution.least + 2;
    value < distribution.least + distribution.atLeast.length;
    value++
  ) {
    const next = Math.abs(chanceAtLeast(distribution, value) - 0.5)
    // Not a reason to stop: values that the stat never takes have equal chances, and better ones may follow.
    if (next >= apart) continue
    apart = next
    line = value - 0.5
  }
  return line
}

/** Values with at most a tenth of the games below the low one, and at most a tenth above the high one. */
function range80(distribution: Distribution): { low: number; high: number } {
  const { least, atLeast } = distribution
  let low = least
  let high = least
  for (let value = least; value < least + atLeast.length; value++) {
    if (chanceAtLeast(distribution, value) >= 1 - TAIL) low = value
    if (chanceAtLeast(distribution, value) > TAIL) high = value
  }
  return { low, high }
}

/**
 * Builds a forecast from its distribution and those of both ends of its band. Where an end crosses the
 * middle, it is replaced by the middle, so that the interval of every line contains its P(over).
 * @param stat name as in `findStatType`
 */
export const buildStatForecast = (
  stat: string,
  distribution: Distribution,
  low: Distribution,
  high: Distribution,
): StatForecast => ({
  stat,
  distribution,
  low: envelope(distribution, low, 'smaller'),
  high: envelope(distribution, high, 'greater'),
  mean: meanOf(distribution),
  fairLine: fairLine(distribution),
  range80: range80(distribution),
})

/** Calibration of a stat: log-odds are multiplied by a slope and shifted, each value by its own shift. */
export interface CalibrationMap {
  /** Positive. A slope below 1 moves chances toward one half. */
  readonly slope: number
  /** Shifts by value, from the second-lowest value up. The last one also applies to all higher values. */
  readonly shifts: readonly number[]
}

/** Calibration maps by stat (names of `findStatType`). */
export interface Calibration {
  readonly maps: Readonly<Record<string, CalibrationMap>>
}

/**
 * Applies a calibration map to the chance of reaching each value. The results are kept in decreasing order,
 * so that the chances of different lines stay consistent.
 * Source: Cox, 'Two further applications of a model for binary regression', Biometrika 45 (1958).
 * @param map without one the distribution is returned unchanged
 */
export function calibrate(distribution: Distribution, map: CalibrationMap | undefined): Distribution {
  if (!map) return distribution
  const { slope, shifts } = map
  const [certain = 1, ...others] = distribution.atLeast
  let least = 1
  const mapped = others.map((p, at) => {
    const shift = shifts[at] ?? shifts.at(-1) ?? 0
    least = Math.min(least, p <= 0 || p >= 1 ? p : expit(slope * logit(p) + shift))
    return least
  })
  return { least: distribution.least, atLeast: [certain, ...mapped] }
}

/**
 * A calibrated forecast of a player's market, with the band of the model's own error.
 * @param map the market's map of log-odds; undefined for none
 * @param error standard deviations, in log-odds: that for a well-known player, and what is added for a new one
 * @param career games of the player, and those after which the added error is half as large
 */
export function forecastWithBand(
  stat: string,
  distribution: Distribution,
  map: CalibrationMap | undefined,
  error: { readonly least: number; readonly unseen: number },
  career: { readonly games: number; readonly half: number },
): StatForecast {
  const middle = calibrate(distribution, map)
  const width = Z_80 * (error.least + error.unseen / Math.sqrt(1 + (3 * career.games) / career.half))
  const end = (side: -1 | 1) => calibrate(middle, { slope: 1, shifts: [side * width] })
  return buildStatForecast(stat, middle, end(-1), end(1))
}
