import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { correlationFactor } from './correlation-factor.ts'
import { normalQuantile } from './normal.ts'

/** Number of shifted copies of the lattice. Their differences give the error of their mean. */
export const COPIES = 8
/** Points per copy: with eight copies the error stays below 0.1 percentage points. */
const POINTS = 128
/** Points per copy for legs with a small independent part, for which each draw is nearly 0 or 1. */
const POINTS_OF_CLOSE_LEGS = 1024
const LITTLE_OWN = 0.4

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
  for (let copy = 0; copy < COPIES; copy++) {
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
  const shared = factor.map(() => new Float64Array(COPIES * points))
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
