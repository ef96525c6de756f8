import { Z_80 } from '../z-80.ts'
import type { Side } from './leg.ts'

export interface Estimate {
  readonly value: number
  readonly interval80: { readonly low: number; readonly high: number }
  /** Standard error of the draws alone; 0 without draws. */
  readonly standardError: number
}

/**
 * Share of the error variance of a leg that all legs have in common, such as the level of a season, which
 * raises every over and lowers every under. In sample leagues, where forecasts are biased by half to one
 * percentage point, the intervals of entries of six overs then contain the true chance about as often as
 * those of single legs.
 */
const IN_COMMON = 0.05

/** A figure of an entry with the chance of one leg at both ends of its interval. */
export interface Moved {
  readonly side: Side
  readonly low: number
  readonly high: number
}

/**
 * Standard combination of errors: part of each is independent, part common to all legs.
 * @param signed error of each leg, negative for unders
 * @param drawn error of the draws
 */
function spread(signed: readonly number[], drawn: number): number {
  const own = signed.reduce((sum, distance) => sum + distance * distance, 0)
  const common = signed.reduce((sum, distance) => sum + distance, 0) ** 2
  // An end at zero is infinitely far away in logarithms.
  return Number.isFinite(own) ? Math.sqrt((1 - IN_COMMON) * own + IN_COMMON * common + drawn * drawn) : own
}

/**
 * Computes the 80% interval of a positive figure. It combines the changes of the figure's logarithm when each
 * leg alone moves to the ends of its own 80% interval, and the independent error of the draws. Logarithms are
 * used because joint chances and payouts are products.
 * @param moved the figure with each leg at the ends of its interval
 * @param standardError of the draws
 * @param most upper bound of the figure
 */
export function estimate(
  value: number,
  moved: readonly Moved[],
  standardError: number,
  most: number,
): Estimate {
  if (!(value > 0)) {
    return {
      value,
      interval80: { low: 0, high: Math.max(0, ...moved.map(({ high }) => high)) },
      standardError,
    }
  }
  const drawn = (Z_80 * standardError) / value
  const sign = (side: Side): number => (side === 'over' ? 1 : -1)
  const down = moved.map(({ side, low }) => sign(side) * Math.log(value / Math.min(value, low)))
  const up = moved.map(({ side, high }) => sign(side) * Math.log(Math.max(value, high) / value))
  return {
    value,
    interval80: {
      low: value * Math.exp(-spread(down, drawn)),
      high: Math.min(most, value * Math.exp(spread(up, drawn))),
    },
    standardError,
  }
}

/** Standard error of the mean of a figure over the copies of the lattice; 0 for a single copy. */
export function errorOfMean(figures: readonly number[]): number {
  const count = figures.length
  if (count < 2) return 0
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / count
  const spread = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0)
  return Math.sqrt(spread / (count - 1) / count)
}
