import { betaBinomial, binomial, negativeBinomial } from '../../../../engine/probability.ts'
import type { Counted, OutingShape, PitchingConstants, WidthConstants } from './constants.ts'
import type { Expected } from './expected.ts'

/** Outs of a nine-inning game: the longest start. */
export const MOST_OUTS = 27

/** Distribution of the length of a start, by outs (0 to 27). */
export interface Outing {
  /** Chance of each number of outs; they sum to one. */
  readonly outs: readonly number[]
  /** Chance that the start was short by plan, given that it ends after this number of outs. */
  readonly short: readonly number[]
}

/**
 * Limits of Newton's method, which converges in about six steps: steps, steepest slope, tolerance of the
 * mean.
 */
const STEPS = 40
const STEEPEST = 12
const SETTLED = 1e-9

/**
 * Early exits are accidents and differ less between pitchers than late ones. Below twelve outs an out
 * therefore changes the lean by a quarter only. Chosen by likelihood among 0, 0.1, 0.25, 0.5 and 1 on 2019 to
 * June, each half month forecast from those before.
 */
const EARLY = { until: 12, lean: 0.25 } as const
const LEANS = Array.from({ length: MOST_OUTS + 1 }, (_, outs) =>
  outs >= EARLY.until ? outs - EARLY.until : EARLY.lean * (outs - EARLY.until),
)
const leanOf = (outs: number): number => LEANS[outs] ?? 0

/** `chances` times e^(slope · lean), normalised to sum to one. */
function tilted(chances: readonly number[], slope: number): number[] {
  const weighted = chances.map((chance, outs) => chance * Math.exp(slope * leanOf(outs)))
  const sum = weighted.reduce((total, weight) => total + weight, 0)
  return weighted.map((weight) => weight / sum)
}

const meanOf = (chances: readonly number[], value: (outs: number) => number): number =>
  chances.reduce((sum, chance, outs) => sum + chance * value(outs), 0)

/**
 * Tilts a distribution of outs exponentially to the mean `mean`, with less change below twelve outs. Tilting
 * keeps the shape of the distribution, such as the many starts that end with an inning.
 * Source: I. Csiszár, 'I-divergence geometry of probability distributions', Annals of Probability 3 (1975).
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
    // Derivative of the mean: its covariance with the lean. A step outside of the bracket is replaced by
    // bisection.
    const growth = meanOf(now, (outs) => (outs - reached) * leanOf(outs))
    const next = slope + (mean - reached) / growth
    slope = next > low && next < high ? next : (low + high) / 2
  }
  return tilted(chances, slope)
}

/** The shape of full starts with the dispersion of a league whose starts are longer by `lengthening` outs. */
function widened(
  full: OutingShape,
  lengthening: number,
  { leagueOuts, perOut }: WidthConstants,
): OutingShape {
  const weighted = full.outs.map(
    (chance, outs) => chance * Math.exp(perOut * lengthening * (outs - leagueOuts) ** 2),
  )
  const sum = weighted.reduce((total, weight) => total + weight, 0)
  return { ...full, outs: weighted.map((weight) => weight / sum) }
}

/**
 * Dispersion of the length of full starts: as in the seasons of the shape, or that of the current league, which is
 * larger if the league's starts are longer.
 */
export type Dispersion = 'fitted' | 'league'

/**
 * Distribution of outs: the league's full and short starts, mixed by the chance of an opener, tilted to the
 * length.
 */
export function computeOuting(
  { opener, outs: mean, lengthening }: Expected,
  constants: PitchingConstants,
  dispersion: Dispersion,
): Outing {
  const { short, width } = constants
  const full = dispersion === 'league' ? widened(constants.full, lengthening, width) : constants.full
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

/** Average of a kind of start at a number of outs; 0 beyond the table. */
export const inShape = (shape: OutingShape, of: keyof OutingShape, outs: number): number =>
  shape[of][outs] ?? 0

/** For each number of outs (0 to 27) the distribution of a count over 0, 1, 2, … */
export type GivenOuts = readonly (readonly number[])[]

/** Largest number of earned runs in the distribution. */
export const MOST_EARNED_RUNS = 20
/** Upper bound of the chance that an out is a strikeout. */
const MOST_OUTS_STRUCK = 0.95
/** Upper bound of the correlation of two outs. */
const MOST_CORRELATION = 0.2
/** Upper bound of the chance that a batter gets a hit (or a walk). */
const MOST_PER_BATTER = 0.7

const byOuts = (chances: (outs: number) => readonly number[]): GivenOuts =>
  Array.from({ length: MOST_OUTS + 1 }, (_, outs) => chances(outs))

/**
 * Distribution of strikeouts given the outs. Each out is a strikeout with the same chance p, which varies by
 * day and has an error. An error variance v of log p adds v p / (1 − p) to the correlation of two outs.
 */
function strikeOutsGiven(expected: Expected, { spread }: PitchingConstants): GivenOuts {
  const share = Math.min(MOST_OUTS_STRUCK, expected.strikeOuts / expected.outs)
  const unknown = (expected.strikeOutVariance * share) / (1 - share)
  const correlation = Math.min(MOST_CORRELATION, spread.strikeOuts + unknown)
  return byOuts((outs) => betaBinomial(outs, share, correlation))
}

/** Mixture of two distributions. */
function mixed(one: readonly number[], other: readonly number[], chanceOfOther: number): number[] {
  const mixture: number[] = []
  for (let k = 0; k < Math.max(one.length, other.length); k++)
    mixture.push((1 - chanceOfOther) * (one[k] ?? 0) + chanceOfOther * (other[k] ?? 0))
  return mixture
}

/** Trials of the binomial distribution: a share of the batters faced, and enough for the mean. */
const trialsOf = (shape: OutingShape, outs: number, mean: number, share: number): number =>
  Math.max(Math.round(share * inShape(shape, 'batters', outs)), Math.ceil(mean / MOST_PER_BATTER), 1)

function othersGiven(
  count: Exclude<Counted, 'strikeOuts'>,
  outing: Outing,
  expected: Expected,
  { full, short, spread }: PitchingConstants,
): GivenOuts {
  const usual = outing.outs.reduce((sum, chance, outs) => {
    const byPlan = outing.short[outs] ?? 0
    return sum + chance * ((1 - byPlan) * inShape(full, count, outs) + byPlan * inShape(short, count, outs))
  }, 0)
  // The league's shape is scaled so that the mean over all lengths is the expected count.
  const scale = expected[count] / usual
  const ofKind = (shape: OutingShape, outs: number): number[] => {
    const mean = scale * inShape(shape, count, outs)
    if (count === 'earnedRuns') return negativeBinomial(mean, spread.earnedRuns, MOST_EARNED_RUNS)
    const trials = trialsOf(shape, outs, mean, spread[count])
    return binomial(trials, mean / trials)
  }
  return byOuts((outs) => {
    const byPlan = outing.short[outs] ?? 0
    if (byPlan < 1e-6) return ofKind(full, outs)
    return mixed(ofKind(full, outs), ofKind(short, outs), byPlan)
  })
}

/**
 * Distribution of a count for each number of outs. Given the outs the counts are treated as independent: in
 * 2019 strikeouts and earned runs correlate by only −0.1 beyond the effect of the length.
 */
export const givenOuts = (
  count: Counted,
  outing: Outing,
  expected: Expected,
  constants: PitchingConstants,
): GivenOuts =>
  count === 'strikeOuts'
    ? strikeOutsGiven(expected, constants)
    : othersGiven(count, outing, expected, constants)
