import type { Counted, OutingShape, PitchingConstants } from './constants.ts'
import { betaBinomial, binomial, negativeBinomial } from './count-chances.ts'
import type { Expected } from './expected.ts'
import { inShape, MOST_OUTS, type Outing } from './outs.ts'

/** For each number of outs (0 to 27) the chances of 0, 1, 2, … of a count. */
export type GivenOuts = readonly (readonly number[])[]

/** More earned runs than this in one start are not told apart. */
const MOST_EARNED_RUNS = 20
/** No out is likelier than this to be a strikeout, whatever the factors add up to. */
const MOST_OUTS_STRUCK = 0.95
/** Two outs correlate no more than this, whatever is not known. */
const MOST_CORRELATION = 0.2
/** No batter is likelier than this to get a hit, whatever the factors add up to. */
const MOST_PER_BATTER = 0.7

const byOuts = (chances: (outs: number) => readonly number[]): GivenOuts =>
  Array.from({ length: MOST_OUTS + 1 }, (_, outs) => chances(outs))

/**
 * Strikeouts are outs: each out is one with the same chance, give or take the day and what is not known about him. A
 * chance p whose logarithm has variance v makes two outs correlate by v p / (1 − p).
 */
function strikeOutsGiven(expected: Expected, { spread }: PitchingConstants): GivenOuts {
  const share = Math.min(MOST_OUTS_STRUCK, expected.strikeOuts / expected.outs)
  const unknown = (expected.strikeOutVariance * share) / (1 - share)
  const correlation = Math.min(MOST_CORRELATION, spread.strikeOuts + unknown)
  return byOuts((outs) => betaBinomial(outs, share, correlation))
}

/** Two lists of chances, one of which holds. */
function mixed(one: readonly number[], other: readonly number[], chanceOfOther: number): number[] {
  const values = Math.max(one.length, other.length)
  return Array.from(
    { length: values },
    (_, k) => (1 - chanceOfOther) * (one[k] ?? 0) + chanceOfOther * (other[k] ?? 0),
  )
}

/** A share of the batters who are faced for so many outs; enough for what is expected of them. */
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
  // The league's shape, so scaled that the mean over all lengths is what is expected tonight.
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
 * What a count comes to in a start of so many outs. Given the outs the counts are taken for independent: beyond what
 * they share through length, strikeouts and earned runs of 2019 correlate by −0.1.
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
