/** Middles of the bands 5-9 (no effect), 10-14 and 15-19 mph; the last represents 20 mph and more. */
const MIDDLES = [7, 12, 17, 22] as const

/**
 * Interpolates the effect of a wind speed from figures by band. Each figure applies at the middle of its
 * band, with linear interpolation in between. The effect is 0 below 7 mph and the last figure from 22 mph.
 * @param figures at 10-14, at 15-19, and at 20 mph and more
 */
export function effectOfWind(mph: number, figures: readonly [number, number, number]): number {
  const levels = [0, ...figures]
  const above = MIDDLES.findIndex((middle) => mph < middle)
  if (above === 0) return 0
  if (above < 0) return figures[2]
  const [low = 0, high = 0] = MIDDLES.slice(above - 1, above + 1)
  const [from = 0, to = 0] = levels.slice(above - 1, above + 1)
  return from + ((to - from) * (mph - low)) / (high - low)
}
