/** Middles of the bands 5-9 (where nothing is lost yet), 10-14 and 15-19 mph; the last stands for 20 and more. */
const MIDDLES = [7, 12, 17, 22] as const

/**
 * Effect of a wind's speed out of figures by band: each figure holds in the middle of its band, straight lines lie between,
 * nothing below 7 mph, and the last figure from 22 mph on.
 * @param figures at 10-14, 15-19, and 20 mph and more
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
