import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { normalBelow, normalQuantile } from '../probability.ts'
import type { ParlayLeg } from './leg.ts'

type Rows = readonly (readonly number[])[]

/** A pivot below this counts as zero: two legs are fully correlated. */
const ZERO = 1e-9
/** Bisection steps. */
const HALVINGS = 20

/**
 * Cholesky factor: lower triangle L by rows, with L·Lᵀ = matrix; null where the matrix is not positive
 * semidefinite.
 */
function cholesky(matrix: Rows): number[][] | null {
  const factor: number[][] = []
  for (const [i, row] of matrix.entries()) {
    const line: number[] = []
    for (let j = 0; j <= i; j++) {
      const other = j === i ? line : (factor[j] ?? [])
      let rest = row[j] ?? 0
      for (let k = 0; k < j; k++) rest -= (line[k] ?? 0) * (other[k] ?? 0)
      const pivot = other[j] ?? 0
      if (j === i && rest >= -ZERO) line.push(Math.sqrt(Math.max(0, rest)))
      else if (j < i && pivot * pivot > ZERO) line.push(rest / pivot)
      else if (j < i && Math.abs(rest) < Math.sqrt(ZERO)) line.push(0)
      else return null
    }
    factor.push(line)
  }
  return factor
}

/** Largest part from 0 to 1 for which `holds` is true, by bisection; `holds` must be true for 0. */
function largest(holds: (part: number) => boolean): number {
  if (holds(1)) return 1
  let low = 0
  let high = 1
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

const scaled = (matrix: Rows, part: number): number[][] =>
  matrix.map((row, i) => row.map((value, j) => (i === j ? value : value * part)))

const less = (matrix: Rows, own: number): number[][] =>
  matrix.map((row, i) => row.map((value, j) => (i === j ? value - own : value)))

export interface CorrelationFactor {
  /** Factor of what legs share: lower triangle L by rows, with L·Lᵀ + own²·1 = the matrix. */
  readonly shared: Rows
  /** Standard deviation of the independent part of each leg. */
  readonly own: number
}

/**
 * Splits a correlation matrix into a shared part and the largest possible independent part. Given the shared
 * part legs are independent, so only that part needs draws. Correlations were fitted pair by pair and may
 * contradict each other. They are then shrunk toward independence as little as possible, which keeps the ones
 * on the diagonal and all signs.
 * Source: N. Higham, N. Strabić and V. Šego, 'Restoring definiteness via shrinking', SIAM Review 58 (2016).
 * @param matrix symmetric, with ones on its diagonal and values from −1 to 1
 */
export function correlationFactor(matrix: Rows): CorrelationFactor {
  const sound = scaled(
    matrix,
    largest((part) => cholesky(scaled(matrix, part)) !== null),
  )
  const own = largest((part) => cholesky(less(sound, part)) !== null)
  return { shared: cholesky(less(sound, own)) ?? less(sound, 1), own: Math.sqrt(own) }
}

/** Number of shifted copies of the lattice. Their differences give the error of their mean. */
export const LATTICE_COPIES = 8
/** Points per copy: with eight copies the error of most entries stays below 0.1 percentage points. */
const POINTS = 128
/**
 * Points per copy for legs with a smaller independent part, for which draws are nearer to 0 or 1. The error stays
 * below 0.2 percentage points, except where legs determine each other and no independent part is left: up to 0.6.
 */
const POINTS_OF_CLOSE_LEGS = 1024
const LITTLE_OWN = 0.8

/**
 * Their square roots are the steps of the lattice, one dimension each: as many as the most legs of an entry.
 */
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
/** Distance of points from the faces of the cube, where normal values are infinite. */
const EDGE = 1e-12

/** Draws of what the legs of a game share; the copies of the lattice follow each other. */
export interface Draws {
  /** For each leg: the shared part of its normal variable in each draw. Higher values favour the leg. */
  readonly shared: readonly Float64Array[]
  /** Standard deviation of the independent part of each leg. */
  readonly own: number
}

/**
 * Normal values at the points of a randomly shifted lattice of square roots (R. D. Richtmyer 1951), folded by
 * the tent map (F. J. Hickernell 2002), as in A. Genz's method for multivariate normal chances. They fill the
 * cube more evenly than random points.
 */
function* normalPoints(dimensions: number, points: number, random: RandomGenerator): Generator<Float64Array> {
  const steps = PRIMES.slice(0, dimensions).map((prime) => Math.sqrt(prime) % 1)
  const point = new Float64Array(dimensions)
  for (let copy = 0; copy < LATTICE_COPIES; copy++) {
    const shift = steps.map(() => uniformFloat64(random))
    for (let i = 0; i < points; i++) {
      for (const [dimension, step] of steps.entries()) {
        const folded = Math.abs(2 * ((i * step + (shift[dimension] ?? 0)) % 1) - 1)
        point[dimension] = normalQuantile(Math.min(1 - EDGE, Math.max(EDGE, folded)))
      }
      yield point
    }
  }
}

/**
 * Draws the shared parts of the legs of a game.
 * @param correlation of the normal variables of the legs
 * @param random is advanced by the draws
 */
export function draw(correlation: readonly (readonly number[])[], random: RandomGenerator): Draws {
  const { shared: factor, own } = correlationFactor(correlation)
  const points = own < LITTLE_OWN ? POINTS_OF_CLOSE_LEGS : POINTS
  const shared = factor.map(() => new Float64Array(LATTICE_COPIES * points))
  let at = 0
  for (const point of normalPoints(factor.length, points, random)) {
    for (const [j, row] of factor.entries()) {
      let sum = 0
      for (let k = 0; k <= j; k++) sum += (row[k] ?? 0) * (point[k] ?? 0)
      const values = shared[j]
      if (values) values[at] = sum
    }
    at++
  }
  return { shared, own }
}

/** Chances of a leg given each draw. A leg without correlated legs has a single draw. */
export interface ConditionalLeg {
  readonly player: string
  readonly noPlay: number
  /** Chance to win in each draw, given that the player takes part. */
  readonly win: Float64Array
  /** Chance of a push in each draw; null where the line has no push. */
  readonly push: Float64Array | null
}

/** Lower bound of the standard deviation of the independent part, which is 0 for two lines of one stat. */
const LEAST_OWN = 1e-6

/**
 * Computes the chances of a leg given the shared part of its normal variable. The leg wins where the variable
 * exceeds the quantile of its chance to win, and ties in a band below. The mean over all draws is the chance
 * of the leg alone.
 * @param draws null for a leg without correlated legs
 * @param at index of the leg in the draws
 */
export function conditionLeg(
  { player, noPlay, win, push }: ParlayLeg,
  draws: Draws | null,
  at: number,
): ConditionalLeg {
  const shared = draws?.shared[at]
  if (!draws || !shared) {
    return { player, noPlay, win: Float64Array.of(win), push: push > 0 ? Float64Array.of(push) : null }
  }
  const own = Math.max(LEAST_OWN, draws.own)
  const reached = (chance: number): Float64Array => {
    const margin = normalQuantile(Math.min(1, chance))
    return shared.map((value) => normalBelow((margin + value) / own))
  }
  const wins = reached(win)
  const tied = push > 0 ? reached(win + push).map((value, i) => value - (wins[i] ?? 0)) : null
  return { player, noPlay, win: wins, push: tied }
}
