const POINTS = [
  ...['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE'],
  ...['S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'],
] as const
/** 16 points of 22.5 degrees (W3). */
const DEGREES_PER_POINT = 22.5

/**
 * The compass point, of 16, nearest to a bearing in degrees clockwise from north. Any number of turns is
 * allowed.
 */
export function compassPoint(degrees: number): string {
  const point = Math.round(degrees / DEGREES_PER_POINT) % POINTS.length
  return POINTS[(point + POINTS.length) % POINTS.length] ?? 'N'
}
