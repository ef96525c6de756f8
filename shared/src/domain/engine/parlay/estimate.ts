import { Z_80 } from '../z-80.ts'
import type { Side } from './leg.ts'

export interface Estimate {
  readonly value: number
  readonly interval80: { readonly low: number; readonly high: number }
  /** What the drawing alone is off by (one standard error); 0 where nothing was drawn. */
  readonly standardError: number
}

/**
 * Share of the variance of a leg's error that all legs have in common: a season's level, which lifts every over and
 * lowers every under. On sample leagues, where forecasts lean by half a point to a point, entries of six overs hold with
 * it about as many true chances within their interval as single legs.
 */
const IN_COMMON = 0.05

/** A figure of an entry with one leg's chance moved to either end of its interval. */
export interface Moved {
  readonly side: Side
  readonly low: number
  readonly high: number
}

/** Length of the errors' sum: partly each leg's own, partly in common. @param signed distances, unders' negative */
function spread(signed: readonly number[], drawn: number): number {
  const own = signed.reduce((sum, distance) => sum + distance * distance, 0)
  const common = signed.reduce((sum, distance) => sum + distance, 0) ** 2
  // An end at zero is infinitely far in logarithms.
  return Number.isFinite(own) ? Math.sqrt((1 - IN_COMMON) * own + IN_COMMON * common + drawn * drawn) : own
}

/**
 * A positive figure with its interval: how far each leg by itself moves the figure's logarithm from end to end of its
 * own 80% interval, and the drawing's error, which has nothing to do with theirs. In logarithms, because joint chances
 * and payouts multiply.
 * @param most what the figure cannot exceed
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

/** Standard error of the mean of a figure that each copy of the lattice gives for itself; 0 for a single one. */
export function errorOfMean(figures: readonly number[]): number {
  const count = figures.length
  if (count < 2) return 0
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / count
  const spread = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0)
  return Math.sqrt(spread / (count - 1) / count)
}
