import type { OutingShape, PitchingConstants } from './constants.ts'
import type { Expected } from './expected.ts'

/** Outs of a nine-inning game: where a start ends at the latest. */
export const MOST_OUTS = 27

/** How long tonight's start is, by outs (0 to 27). */
export interface Outing {
  /** Chance of each number of outs; they sum to one. */
  readonly outs: readonly number[]
  /** Where it ends after so many outs: chance that it was short by plan. */
  readonly short: readonly number[]
}

/** Newton's method settles in half a dozen steps; no slope steeper than this is asked for. */
const STEPS = 40
const STEEPEST = 12
const SETTLED = 1e-9

/**
 * Early ends are accidents that tell pitchers apart less than late ones do: below twelve outs an out leans by a quarter
 * (2019 to June, half months ahead: the best of none, a tenth, a quarter, a half and all, by the chance of what came).
 */
const EARLY = { until: 12, lean: 0.25 } as const
const LEANS = Array.from({ length: MOST_OUTS + 1 }, (_, outs) =>
  outs >= EARLY.until ? outs - EARLY.until : EARLY.lean * (outs - EARLY.until),
)
const leanOf = (outs: number): number => LEANS[outs] ?? 0

/** `chances` times e^(slope · lean), summing to one. */
function tilted(chances: readonly number[], slope: number): number[] {
  const weighted = chances.map((chance, outs) => chance * Math.exp(slope * leanOf(outs)))
  const sum = weighted.reduce((total, weight) => total + weight, 0)
  return weighted.map((weight) => weight / sum)
}

const meanOf = (chances: readonly number[], value: (outs: number) => number): number =>
  chances.reduce((sum, chance, outs) => sum + chance * value(outs), 0)

/**
 * The chances nearest to the given ones whose mean is `mean`, early ends leaning less: exponential tilting, which keeps
 * the shape, the many starts that end with an inning among it. Source: I. Csiszár, 'I-divergence geometry of probability
 * distributions', Annals of Probability 3 (1975).
 */
export function withMean(chances: readonly number[], mean: number): number[] {
  let slope = 0
  let low = -STEEPEST
  let high = STEEPEST
  for (let step = 0; step < STEPS; step++) {
    const now = tilted(chances, slope)
    const reached = meanOf(now, (outs) => outs)
    if (Math.abs(reached - mean) < SETTLED) return now
    if (reached < mean) low = slope
    else high = slope
    // The mean grows with the slope by its covariance with the lean; a step out of the bracket is halved instead.
    const growth = meanOf(now, (outs) => (outs - reached) * leanOf(outs))
    const next = slope + (mean - reached) / growth
    slope = next > low && next < high ? next : (low + high) / 2
  }
  return tilted(chances, slope)
}

/** Tonight's outs: the league's starts of both kinds, mixed by the chance of an opener, tilted to the expected length. */
export function outingOf({ opener, outs: mean }: Expected, { full, short }: PitchingConstants): Outing {
  const mixed: number[] = []
  const shortAt: number[] = []
  for (let outs = 0; outs <= MOST_OUTS; outs++) {
    const byPlan = opener * inShape(short, 'outs', outs)
    const all = byPlan + (1 - opener) * inShape(full, 'outs', outs)
    mixed.push(all)
    shortAt.push(all > 0 ? byPlan / all : 0)
  }
  return { outs: withMean(mixed, mean), short: shortAt }
}

/** What a kind of start has come to after so many outs. */
export const inShape = (shape: OutingShape, of: keyof OutingShape, outs: number): number =>
  shape[of][outs] ?? 0
