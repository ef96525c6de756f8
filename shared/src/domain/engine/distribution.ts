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
