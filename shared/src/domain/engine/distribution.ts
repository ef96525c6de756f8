/**
 * Chances of a whole-numbered stat, as the chance of reaching each value: `atLeast[k]` = P(X ≥ least + k).
 * `atLeast[0]` is 1, the rest never rises, and beyond its end the chance is 0.
 */
export interface Distribution {
  readonly least: number
  readonly atLeast: readonly number[]
}

/** What a distribution says about one line. The three sum to one. */
export interface LineOdds {
  readonly over: number
  readonly under: number
  /** Chance of exactly the line: 0 for half lines. */
  readonly push: number
}

/** P(X ≥ value). */
export function reach({ least, atLeast }: Distribution, value: number): number {
  const at = Math.ceil(value) - least
  return at <= 0 ? 1 : (atLeast[at] ?? 0)
}

/** P(over), P(under) and P(push) of a line. `line` is any finite number; half lines cannot push. */
export function lineOdds(distribution: Distribution, line: number): LineOdds {
  const over = reach(distribution, Math.floor(line) + 1)
  const notUnder = reach(distribution, Math.ceil(line))
  return { over, under: 1 - notUnder, push: notUnder - over }
}

/** Expected value, in the stat's unit: Σ P(X ≥ k) over the values above the least. */
export function meanOf({ least, atLeast }: Distribution): number {
  let sum = least
  for (let at = 1; at < atLeast.length; at++) sum += atLeast[at] ?? 0
  return sum
}
