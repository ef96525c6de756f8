/** Two-sided 80% of the normal distribution. */
const Z_80 = 1.281552

export interface Estimate {
  readonly value: number
  readonly interval80: { readonly low: number; readonly high: number }
  /** What the drawing alone is off by (one standard error); 0 where nothing was drawn. */
  readonly standardError: number
}

/** A figure of an entry with one leg's chance moved to either end of its interval. */
export interface Moved {
  readonly low: number
  readonly high: number
}

const squared = (sum: number, distance: number): number => sum + distance * distance

/**
 * A positive figure with its interval: how far each leg by itself moves the figure's logarithm from end to end of its
 * own 80% interval, and the drawing's error, added in squares since they have nothing to do with each other. In
 * logarithms, because joint chances and payouts multiply.
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
  const down = moved.map(({ low }) => Math.log(value / Math.min(value, low)))
  const up = moved.map(({ high }) => Math.log(Math.max(value, high) / value))
  return {
    value,
    interval80: {
      low: value * Math.exp(-Math.sqrt([...down, drawn].reduce(squared, 0))),
      high: Math.min(most, value * Math.exp(Math.sqrt([...up, drawn].reduce(squared, 0)))),
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
