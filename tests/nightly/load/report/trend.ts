export interface Point {
  /** Hours. */
  at: number
  value: number
}

export interface Trend {
  perHour: number
  /** Limits of the interval that contains the true slope with a probability of 95 %. */
  low: number
  high: number
}

/** Quantile of the normal distribution for a two-sided interval of 95 %. */
const Z_95 = 1.96

/**
 * The slope of a series, as the median of the slopes of all pairs of its points: single high samples do not move
 * it, unlike a least squares fit. The interval follows from the variance of Kendall's tau.
 * @param points with different times
 * @throws RangeError for fewer than five points, which determine no interval of 95 %
 * @see P. K. Sen, Estimates of the regression coefficient based on Kendall's tau, JASA 63 (1968), 1379–1389
 */
export function theilSen(points: readonly Point[]): Trend {
  const { length } = points
  if (length < 5) throw new RangeError(`${length} points determine no slope`)
  const slopes = points
    .flatMap((from, place) =>
      points.slice(place + 1).map((to) => (to.value - from.value) / (to.at - from.at)),
    )
    .toSorted((a, b) => a - b)
  const slopeAt = (rank: number) => {
    const place = Math.min(slopes.length - 1, Math.max(0, rank))
    return slopes[place] ?? 0
  }
  const last = slopes.length - 1
  const halfWidth = (Z_95 * Math.sqrt((length * (length - 1) * (2 * length + 5)) / 18)) / 2
  return {
    perHour: (slopeAt(Math.floor(last / 2)) + slopeAt(Math.ceil(last / 2))) / 2,
    low: slopeAt(Math.floor(last / 2 - halfWidth)),
    high: slopeAt(Math.ceil(last / 2 + halfWidth)),
  }
}
