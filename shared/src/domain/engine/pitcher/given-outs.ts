import type { Counted, OutingShape, PitchingConstants } from './constants.ts'
import { betaBinomial, binomial, negativeBinomial } from './count-chances.ts'
import type { Expected } from './expected.ts'
import { inShape, MOST_OUTS, type Outing } from './outing.ts'

/** For each number of outs (0 to 27) the distribution of a count over 0, 1, 2, … */
export type GivenOuts = readonly (readonly number[])[]

/** Largest number of earned runs in the distribution. */
const MOST_EARNED_RUNS = 20
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
  const values = Math.max(one.length, other.length)
  return Array.from(
    { length: values },
    (_, k) => (1 - chanceOfOther) * (one[k] ?? 0) + chanceOfOther * (other[k] ?? 0),
  )
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
